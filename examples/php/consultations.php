<?php

// Records consultations from PHP 8.1 or later, without any package, as a server of a clinic would: php consultations.php
//
// The platform speaks JSON over HTTP. Each procedure has an address, /api/trpc/<module>.<procedure>, and takes its input
// wrapped as {"json": {...}}. A result comes as {"result": {"data": {"json": ...}}}, an error as
// {"error": {"json": {"code": ..., "message": ...}}}.

declare(strict_types=1);

define('HEALTH_URL', getenv('HEALTH_URL') ?: 'http://localhost:3000');
define('TOKEN_URL', getenv('TOKEN_URL') ?: 'http://localhost:4400/token');
define('CLIENT_ID', getenv('CLIENT_ID') ?: 'clinic');
define('CLIENT_SECRET', getenv('CLIENT_SECRET') ?: 'clinic-demo');

const TIMEOUT_SECONDS = 10;
const ATTEMPTS = 5;

/** What the platform says is wrong with a call. */
class Refused extends Exception
{
    public function __construct(public readonly string $reason, string $message)
    {
        parent::__construct($message);
    }
}

/**
 * Sends a POST. Answers its status, 0 where there was no answer, and the body.
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
        'follow_location' => 0, // Another host gets neither the token nor a patient.
        'ignore_errors' => true, // Errors have a body too, which says what is wrong.
    ]]);
    $answer = @file_get_contents($url, false, $context);
    if ($answer === false || !preg_match('{^HTTP/\S+ (\d+)}', $http_response_header[0] ?? '', $line)) {
        return [0, ''];
    }
    // An answer that breaks off is none.
    foreach ($http_response_header as $header) {
        if (preg_match('/^content-length: *(\d+)/i', $header, $length) && strlen($answer) < (int) $length[1]) {
            return [0, ''];
        }
    }
    return [(int) $line[1], $answer];
}

/** An access token, by the client-credentials grant of OAuth 2.0. It lasts some minutes; get another one after that. */
function getToken(): string
{
    [$status, $body] = post(
        TOKEN_URL,
        http_build_query(['grant_type' => 'client_credentials']),
        'Content-Type: application/x-www-form-urlencoded',
        'Authorization: Basic ' . base64_encode(CLIENT_ID . ':' . CLIENT_SECRET),
    );
    if ($status !== 200) {
        throw new RuntimeException("No token: $status $body");
    }
    return json_decode($body, true, flags: JSON_THROW_ON_ERROR)['access_token'];
}

/** Calls a procedure. Without an answer, and after 429 and 5xx, it waits and sends the same again. */
function call(string $token, string $procedure, array $input): array
{
    for ($attempt = 1; $attempt <= ATTEMPTS; $attempt++) {
        [$status, $body] = post(
            HEALTH_URL . "/api/trpc/$procedure",
            json_encode(['json' => $input], JSON_THROW_ON_ERROR),
            'Content-Type: application/json',
            "Authorization: Bearer $token",
        );
        if ($status !== 0 && $status !== 429 && $status < 500) {
            $answer = json_decode($body, true);
            if ($answer === null) {
                // It does not come from the platform, but from something on the way to it.
                throw new Refused("HTTP $status", $body);
            }
            if (isset($answer['error'])) {
                throw new Refused($answer['error']['json']['code'], $answer['error']['json']['message']);
            }
            return $answer['result']['data']['json'];
        }
        if ($attempt < ATTEMPTS) {
            usleep(500_000 * 2 ** $attempt);
        }
    }
    throw new RuntimeException($status === 0 ? 'No answer' : "The platform answered $status");
}

$token = getToken();

// One consultation. externalId is your own number for it. It is recorded once however often it is sent, so that sending it
// again after a lost answer is safe; what comes back is the first record.
$now = gmdate('Y-m-d\TH:i:s\Z');
$number = "php/$now-" . getmypid();
$malaria = [
    'externalId' => "$number-1",
    'patientId' => 'P-10482',
    'pathologyCode' => 'icd10:B54',
    'consultationDate' => $now,
];
echo 'recorded ', call($token, 'consultations.record', $malaria)['data']['id'], "\n";
echo 'sent again ', call($token, 'consultations.record', $malaria)['data']['id'], "\n";

// An error: go by the code; the message says what to change. This date lacks its time.
try {
    call($token, 'consultations.record', ['consultationDate' => '2026-03-14'] + $malaria);
} catch (Refused $refused) {
    echo "refused {$refused->reason} {$refused->getMessage()}\n";
}

// Many at once, up to 1,000, for what was written down while there was no network. Each line has a result of its own, in
// the same order: the first was recorded above, the second is new, the third is refused and does not stop the others.
$many = call($token, 'consultations.recordMany', ['consultations' => [
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

// What the platform has under one of your numbers, to compare with your own books.
$found = call($token, 'consultations.list', ['externalId' => "$number-2"]);
foreach ($found['data']['consultations'] as $consultation) {
    echo "found {$consultation['externalId']} {$consultation['pathologyName']}\n";
}
