<?php

// Records consultations from a clinic's server with PHP 8.1 or later and no package: php consultations.php
//
// The platform uses JSON over HTTP. The URL of a procedure is /api/trpc/<module>.<procedure>. The input is wrapped as
// {"json": {...}}, a result as {"result": {"data": {"json": ...}}}, an error as
// {"error": {"json": {"code": ..., "message": ...}}}.

declare(strict_types=1);

define('HEALTH_URL', getenv('HEALTH_URL') ?: 'http://localhost:3000');
define('TOKEN_URL', getenv('TOKEN_URL') ?: 'http://localhost:4400/token');
define('CLIENT_ID', getenv('CLIENT_ID') ?: 'clinic');
define('CLIENT_SECRET', getenv('CLIENT_SECRET') ?: 'clinic-demo');

const TIMEOUT_SECONDS = 10;
const ATTEMPTS = 5;

/** An error response of the platform. */
class Refused extends Exception
{
    public function __construct(public readonly string $reason, string $message)
    {
        parent::__construct($message);
    }
}

/**
 * Sends a POST. Returns the status (0 if there was no response) and the body.
 *
 * @return array{int, string}
 */
function post(string $url, string $body, string ...$headers): array
{
    $context = stream_context_create(['http' => [
        'method' => 'POST',
        'header' => implode("\r\n", $headers),
        'content' => $body,
        'timeout' => TIMEOUT_SECONDS,
        'follow_location' => 0, // A redirect would send the token and patient data to another host.
        'ignore_errors' => true, // Return the body of error responses too.
    ]]);
    $answer = @file_get_contents($url, false, $context);
    if ($answer === false || !preg_match('{^HTTP/\S+ (\d+)}', $http_response_header[0] ?? '', $line)) {
        return [0, ''];
    }
    // A truncated response counts as no response.
    foreach ($http_response_header as $header) {
        if (preg_match('/^content-length: *(\d+)/i', $header, $length) && strlen($answer) < (int) $length[1]) {
            return [0, ''];
        }
    }
    return [(int) $line[1], $answer];
}

/** Returns an access token, which is used until a minute before it expires. Empty if the portal does not respond. */
function getToken(bool $renew = false): string
{
    static $token = '';
    static $renewAt = 0;
    if (!$renew && time() < $renewAt) {
        return $token;
    }
    [$status, $body] = post(
        TOKEN_URL,
        http_build_query(['grant_type' => 'client_credentials']),
        'Content-Type: application/x-www-form-urlencoded',
        'Authorization: Basic ' . base64_encode(CLIENT_ID . ':' . CLIENT_SECRET),
    );
    if ($status === 0 || $status >= 500) {
        return '';
    }
    if ($status !== 200) {
        // The portal says what is wrong, for example invalid_client or invalid_scope.
        throw new Refused("HTTP $status", "No token: $body");
    }
    $answer = json_decode($body, true, flags: JSON_THROW_ON_ERROR);
    $lifetime = $answer['expires_in'] ?? 300;
    $renewAt = time() + max($lifetime - 60, intdiv($lifetime, 2));
    return $token = $answer['access_token'];
}

/** Calls a procedure. Waits and retries after no response, 429 and 5xx; after a 401, once with another token. */
function call(string $procedure, array $input): array
{
    $token = getToken();
    $isRenewed = false;
    for ($attempt = 1; $attempt <= ATTEMPTS; $attempt++) {
        $token = $token ?: getToken();
        [$status, $body] = $token === '' ? [0, ''] : post(
            HEALTH_URL . "/api/trpc/$procedure",
            json_encode(['json' => $input], JSON_THROW_ON_ERROR),
            'Content-Type: application/json',
            "Authorization: Bearer $token",
        );
        if ($status === 401 && !$isRenewed) {
            $isRenewed = true;
            $token = getToken(renew: true);
            $attempt--;
            continue;
        }
        if ($status !== 0 && $status !== 429 && $status < 500) {
            $answer = json_decode($body, true);
            if ($answer === null) {
                // A body that is not JSON comes from a proxy, not from the platform.
                throw new Refused("HTTP $status", $body);
            }
            if (isset($answer['error'])) {
                throw new Refused($answer['error']['json']['code'], $answer['error']['json']['message']);
            }
            $result = $answer['result']['data']['json'];
            foreach ($result['warnings'] ?? [] as ['path' => $path, 'meant' => $meant]) {
                fwrite(STDERR, "ignored $path: did you mean $meant?\n");
            }
            return $result;
        }
        if ($attempt < ATTEMPTS) {
            usleep(500_000 * 2 ** $attempt);
        }
    }
    throw new RuntimeException($status === 0 ? 'No answer' : "The platform answered $status");
}

// One consultation. externalId is your own number for it. It is recorded once, also if it is sent again after a lost
// response; the response then contains the first record.
$now = gmdate('Y-m-d\TH:i:s\Z');
$number = "php/$now-" . getmypid();
$malaria = [
    'externalId' => "$number-1",
    'patientId' => 'P-10482',
    'pathologyCode' => 'icd10:B54',
    'consultationDate' => $now,
];
echo 'recorded ', call('consultations.record', $malaria)['data']['id'], "\n";
echo 'sent again ', call('consultations.record', $malaria)['data']['id'], "\n";

// An error. Handle it by its code; the message says what to change. Here the date has no time.
try {
    call('consultations.record', ['consultationDate' => '2026-03-14'] + $malaria);
} catch (Refused $refused) {
    echo "refused {$refused->reason} {$refused->getMessage()}\n";
}

// Up to 1,000 consultations in one call, for example after a network failure. Each item has its own result, in the
// same order: the first is already recorded, the second is new, the third is refused without affecting the others.
$many = call('consultations.recordMany', ['consultations' => [
    $malaria,
    [
        'externalId' => "$number-2",
        'patientId' => 'P-10483',
        'pathologyName' => 'Cholera',
        'consultationDate' => $now,
    ],
    ['externalId' => "$number-3", 'patientId' => 'P-10484', 'consultationDate' => $now],
]]);
foreach ($many['data']['results'] as $line) {
    echo "line {$line['status']}";
    echo $line['status'] === 'refused' ? " {$line['code']} {$line['message']}\n" : "\n";
}

// Finds a consultation by its externalId, to compare it with your own records.
$found = call('consultations.list', ['externalId' => "$number-2"]);
foreach ($found['data']['consultations'] as $consultation) {
    echo "found {$consultation['externalId']} {$consultation['pathologyName']}\n";
}
