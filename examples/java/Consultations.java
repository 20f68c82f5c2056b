// Records consultations from a hospital's server with Java 17 or later and no library: java Consultations.java
//
// The platform uses JSON over HTTP. The URL of a procedure is /api/trpc/<module>.<procedure>. The input is wrapped as
// {"json": {...}}, a result as {"result": {"data": {"json": ...}}}, an error as
// {"error": {"json": {"code": ..., "message": ...}}}.
//
// The JDK has no JSON parser. To stay in one file, this example reads fields with regular expressions and writes JSON as
// text. In your program, use a JSON library such as Jackson.

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

public class Consultations {
    static final String HEALTH_URL = setting("HEALTH_URL", "http://localhost:3000");
    static final String TOKEN_URL = setting("TOKEN_URL", "http://localhost:4400/token");
    static final String CLIENT_ID = setting("CLIENT_ID", "clinic");
    static final String CLIENT_SECRET = setting("CLIENT_SECRET", "clinic-demo");

    static final Duration TIMEOUT = Duration.ofSeconds(10);
    static final int ATTEMPTS = 5;

    static final HttpClient HTTP =
        HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(TIMEOUT).build();

    /** An error response of the platform. */
    static class Refused extends Exception {
        final String code;

        Refused(String code, String message) {
            super(message);
            this.code = code;
        }
    }

    public static void main(String[] arguments) throws Exception {
        // One consultation. externalId is your own number for it. It is recorded once, also if it is sent again after a lost
        // response; the response then contains the first record.
        String now = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
        String number = "java/" + now + "-" + ProcessHandle.current().pid();
        String malaria = """
            {"externalId": "%s-1", "patientId": "P-10482", "pathologyCode": "icd10:B54", "consultationDate": "%s"}
            """.formatted(number, now);
        System.out.println("recorded " + first("id", call("consultations.record", malaria)));
        System.out.println("sent again " + first("id", call("consultations.record", malaria)));

        // An error. Handle it by its code; the message says what to change. Here the date has no time.
        try {
            call("consultations.record", malaria.replace(now + "\"}", "2026-03-14\"}"));
        } catch (Refused refused) {
            System.out.println("refused " + refused.code + " " + refused.getMessage());
        }

        // Up to 1,000 consultations in one call, for example after a network failure. Each item has its own result, in the
        // same order: the first is already recorded, the second is new, the third is refused without affecting the others.
        String cholera = """
            {"externalId": "%s-2", "patientId": "P-10483", "pathologyName": "Cholera", "consultationDate": "%s"}
            """.formatted(number, now);
        String nothing = """
            {"externalId": "%s-3", "patientId": "P-10484", "consultationDate": "%s"}
            """.formatted(number, now);
        String lines = String.join(",", malaria, cholera, nothing);
        String many = call("consultations.recordMany", "{\"consultations\": [" + lines + "]}");
        for (String status : all("status", many)) {
            boolean refused = status.equals("refused");
            String why = refused ? " " + first("code", many) + " " + first("message", many) : "";
            System.out.println("line " + status + why);
        }

        // Finds a consultation by its externalId, to compare it with your own records.
        String found = call("consultations.list", "{\"externalId\": \"" + number + "-2\"}");
        System.out.println("found " + first("externalId", found) + " " + first("pathologyName", found));
    }

    static String token;
    static Instant renewAt = Instant.MIN;

    /** Returns an access token, which is used until a minute before it expires. */
    static String getToken() throws IOException, InterruptedException, Refused {
        if (Instant.now().isBefore(renewAt)) return token;
        String answer = requestToken();
        Matcher expiry = Pattern.compile("\"expires_in\"\\s*:\\s*(\\d+)").matcher(answer);
        long seconds = expiry.find() ? Long.parseLong(expiry.group(1)) : 300;
        renewAt = Instant.now().plusSeconds(Math.max(seconds - 60, seconds / 2));
        return token = first("access_token", answer);
    }

    /** Gets an access token with the client-credentials grant of OAuth 2.0. */
    static String requestToken() throws IOException, InterruptedException, Refused {
        byte[] credentials = (CLIENT_ID + ":" + CLIENT_SECRET).getBytes(StandardCharsets.UTF_8);
        HttpRequest request = HttpRequest.newBuilder(URI.create(TOKEN_URL))
            .timeout(TIMEOUT)
            .header("Authorization", "Basic " + Base64.getEncoder().encodeToString(credentials))
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(BodyPublishers.ofString("grant_type=client_credentials"))
            .build();
        HttpResponse<String> response = HTTP.send(request, BodyHandlers.ofString());
        int status = response.statusCode();
        if (status >= 500) throw new IOException("No token: the portal answered " + status);
        // The portal says what is wrong, for example invalid_client or invalid_scope.
        if (status != 200) throw new Refused("HTTP " + status, "No token: " + response.body());
        return response.body();
    }

    /** Calls a procedure. Waits and retries after no response, 429 and 5xx; after a 401, once with another token. */
    static String call(String procedure, String input) throws IOException, InterruptedException, Refused {
        boolean isRenewed = false;
        for (int attempt = 1; ; attempt++) {
            try {
                HttpRequest request = HttpRequest.newBuilder(URI.create(HEALTH_URL + "/api/trpc/" + procedure))
                    .timeout(TIMEOUT)
                    .header("Authorization", "Bearer " + getToken())
                    .header("Content-Type", "application/json")
                    .POST(BodyPublishers.ofString("{\"json\": " + input + "}"))
                    .build();
                HttpResponse<String> response = HTTP.send(request, BodyHandlers.ofString());
                int status = response.statusCode();
                if (status == 401 && !isRenewed) {
                    isRenewed = true;
                    renewAt = Instant.MIN;
                    continue;
                }
                if (status != 429 && status < 500) return checked(status, response.body());
                if (attempt == ATTEMPTS) throw new IOException("The platform answered " + status);
            } catch (IOException noAnswer) {
                if (attempt == ATTEMPTS) throw noAnswer;
            }
            Thread.sleep(500L << attempt);
        }
    }

    /** Returns the body if it has a result. A body that is not JSON comes from a proxy, not from the platform. */
    static String checked(int status, String body) throws Refused {
        if (body.startsWith("{\"result\":")) {
            // Misspelt fields that were ignored.
            Matcher warnings = Pattern.compile(",\"warnings\":(\\[.*\\])").matcher(body);
            if (warnings.find()) System.err.println("ignored " + warnings.group(1));
            return body;
        }
        if (!body.startsWith("{\"error\":")) throw new Refused("HTTP " + status, body);
        throw new Refused(first("code", body), first("message", body));
    }

    /** Returns the first string field with a name in JSON text. */
    static String first(String name, String json) {
        return all(name, json).get(0);
    }

    /** Returns all string fields with a name in JSON text. */
    static List<String> all(String name, String json) {
        Pattern field = Pattern.compile("\"" + name + "\"\\s*:\\s*\"((?:[^\"\\\\]|\\\\.)*)\"");
        return field.matcher(json).results().map(match -> match.group(1).replace("\\\"", "\"")).toList();
    }

    static String setting(String name, String otherwise) {
        String value = System.getenv(name);
        return value == null || value.isEmpty() ? otherwise : value;
    }
}
