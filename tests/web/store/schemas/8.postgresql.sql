CREATE TABLE addresses (
    digest bytea NOT NULL,
    sent integer NOT NULL,
    since double precision NOT NULL,
    stopped boolean NOT NULL
);
CREATE TABLE audit (
    n integer NOT NULL,
    at double precision NOT NULL,
    who text NOT NULL,
    action text NOT NULL,
    subject text NOT NULL,
    detail text NOT NULL
);
CREATE TABLE barred (
    "table" text NOT NULL,
    person text NOT NULL
);
CREATE TABLE blocks (
    subject text NOT NULL,
    reason text NOT NULL,
    at double precision NOT NULL
);
CREATE TABLE challenges (
    challenge bytea NOT NULL,
    person text NOT NULL,
    expires double precision NOT NULL
);
CREATE TABLE contacts (
    id text NOT NULL,
    person text NOT NULL,
    channel text NOT NULL,
    sealed bytea NOT NULL,
    digest bytea NOT NULL,
    created double precision NOT NULL,
    confirmed double precision
);
CREATE TABLE entrants (
    evening text NOT NULL,
    number integer NOT NULL,
    person text,
    name text NOT NULL,
    colour integer NOT NULL,
    level text NOT NULL
);
CREATE TABLE evening_events (
    evening text NOT NULL,
    version integer NOT NULL,
    event text NOT NULL,
    at double precision NOT NULL
);
CREATE TABLE evening_games (
    "table" text NOT NULL,
    evening text NOT NULL,
    decided boolean NOT NULL
);
CREATE TABLE evenings (
    id text NOT NULL,
    kind text NOT NULL,
    title text NOT NULL,
    plan text NOT NULL,
    organiser text,
    created double precision NOT NULL,
    status text NOT NULL,
    due double precision,
    version integer NOT NULL,
    changed double precision NOT NULL
);
CREATE TABLE events (
    "table" text NOT NULL,
    version integer NOT NULL,
    event text NOT NULL,
    at double precision NOT NULL
);
CREATE TABLE kept (
    name text NOT NULL,
    value bytea NOT NULL
);
CREATE TABLE muted (
    owner text NOT NULL,
    id text NOT NULL,
    talker text NOT NULL,
    name text NOT NULL,
    at double precision NOT NULL
);
CREATE TABLE notices (
    person text NOT NULL,
    "table" text NOT NULL,
    kind text NOT NULL,
    channel text NOT NULL,
    version integer NOT NULL,
    due double precision,
    attempts integer NOT NULL
);
CREATE TABLE passkeys (
    id bytea NOT NULL,
    person text NOT NULL,
    public_key bytea NOT NULL,
    sign_count integer NOT NULL,
    name text NOT NULL,
    created double precision NOT NULL,
    used double precision
);
CREATE TABLE people (
    id text NOT NULL,
    name text NOT NULL,
    colour integer NOT NULL,
    token bytea NOT NULL,
    created double precision NOT NULL,
    epoch integer DEFAULT 0 NOT NULL,
    seen double precision DEFAULT 0 NOT NULL,
    blocked double precision
);
CREATE TABLE preferences (
    person text NOT NULL,
    language text NOT NULL,
    zone text NOT NULL,
    quiet_from integer NOT NULL,
    quiet_until integer NOT NULL
);
CREATE TABLE presence (
    person text NOT NULL,
    "table" text NOT NULL,
    server text NOT NULL,
    opened double precision NOT NULL,
    open boolean NOT NULL,
    beat double precision NOT NULL
);
CREATE TABLE recovery_codes (
    hash bytea NOT NULL,
    person text NOT NULL
);
CREATE TABLE reports (
    "table" text NOT NULL,
    n integer NOT NULL,
    person text,
    name text NOT NULL,
    text text NOT NULL,
    reporter text,
    reason text NOT NULL,
    address text NOT NULL,
    at double precision NOT NULL
);
CREATE TABLE schema_version (
    version integer NOT NULL
);
CREATE TABLE seats (
    "table" text NOT NULL,
    seat integer NOT NULL,
    kind text NOT NULL,
    level text NOT NULL,
    person text,
    name text NOT NULL,
    colour integer NOT NULL,
    word text NOT NULL,
    token bytea NOT NULL,
    away boolean NOT NULL,
    held boolean NOT NULL,
    commit_hash text DEFAULT ''::text NOT NULL,
    bits text DEFAULT ''::text NOT NULL,
    device text
);
CREATE TABLE tables (
    id text NOT NULL,
    code text NOT NULL,
    header text NOT NULL,
    secret bytea NOT NULL,
    public boolean NOT NULL,
    host text,
    created double precision NOT NULL,
    status text NOT NULL,
    actor integer,
    due double precision,
    version integer NOT NULL,
    revision integer NOT NULL,
    before text,
    rematch text,
    changed double precision NOT NULL,
    head bytea,
    chat_closed boolean DEFAULT false NOT NULL,
    tempo text DEFAULT 'normal'::text NOT NULL
);
CREATE TABLE talk (
    "table" text NOT NULL,
    n integer NOT NULL,
    seat integer NOT NULL,
    text text NOT NULL,
    at double precision NOT NULL,
    person text,
    name text DEFAULT ''::text NOT NULL,
    colour integer DEFAULT 0 NOT NULL
);
INSERT INTO events VALUES ('mXEipnDg1s7vsjXh', 1, 'first 0', 1700000000);
INSERT INTO events VALUES ('mXEipnDg1s7vsjXh', 2, 'roll', 1700000000);
INSERT INTO events VALUES ('mXEipnDg1s7vsjXh', 3, 'dice 5 5 1', 1700000000);
INSERT INTO events VALUES ('mXEipnDg1s7vsjXh', 4, '1,5', 1700000000);
INSERT INTO events VALUES ('mXEipnDg1s7vsjXh', 5, 'roll', 1700000000);
INSERT INTO events VALUES ('mXEipnDg1s7vsjXh', 6, 'dice 6 6 2', 1700000000);
INSERT INTO events VALUES ('mXEipnDg1s7vsjXh', 7, '2,6', 1700000000);
INSERT INTO events VALUES ('mXEipnDg1s7vsjXh', 8, 'roll', 1700000000);
INSERT INTO events VALUES ('mXEipnDg1s7vsjXh', 9, 'dice 5 3 2', 1700000000);
INSERT INTO events VALUES ('mXEipnDg1s7vsjXh', 10, '2,5', 1700000000);
INSERT INTO events VALUES ('mXEipnDg1s7vsjXh', 11, 'roll', 1700000000);
INSERT INTO events VALUES ('mXEipnDg1s7vsjXh', 12, 'dice 4 2 4', 1700000000);
INSERT INTO events VALUES ('mXEipnDg1s7vsjXh', 13, '2,4', 1700000000);
INSERT INTO events VALUES ('mXEipnDg1s7vsjXh', 14, 'roll', 1700000000);
INSERT INTO events VALUES ('mXEipnDg1s7vsjXh', 15, 'dice 5 5 3', 1700000000);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 1, 'first 1', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 2, 'roll', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 3, 'dice 5 3 5', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 4, '5,5', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 5, 'stop', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 6, 'roll', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 7, 'dice 2 3 1', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 8, '3,2', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 9, 'stop', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 10, 'roll', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 11, 'dice 4 1 3', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 12, '4,3', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 13, 'stop', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 14, 'roll', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 15, 'dice 3 2 5', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 16, '5,3', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 17, 'stop', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 18, 'roll', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 19, 'dice 4 3 4', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 20, '4,4', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 21, 'stop', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 22, 'roll', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 23, 'dice 3 4 6', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 24, '6,4', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 25, 'stop', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 26, 'roll', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 27, 'dice 2 6 1', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 28, '6,2', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 29, 'stop', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 30, 'roll', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 31, 'dice 4 2 5', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 32, '5,4', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 33, 'stop', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 34, 'roll', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 35, 'dice 6 1 6', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 36, '6,6', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 37, 'stop', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 38, 'roll', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 39, 'dice 4 6 6', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 40, '6,6', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 41, 'stop', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 42, 'roll', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 43, 'dice 3 1 4', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 44, '4,3', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 45, 'stop', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 46, 'roll', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 47, 'dice 1 1 2', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 48, '2,1', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 49, 'stop', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 50, 'roll', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 51, 'dice 1 5 5', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 52, '5,5', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 53, 'stop', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 54, 'roll', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 55, 'dice 4 2 5', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 56, '5,4', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 57, 'stop', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 58, 'roll', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 59, 'dice 3 4 5', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 60, '5,3', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 61, 'stop', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 62, 'roll', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 63, 'dice 5 1 6', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 64, '6,5', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 65, 'stop', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 66, 'roll', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 67, 'dice 6 6 1', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 68, '6,6', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 69, 'stop', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 70, 'roll', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 71, 'dice 4 3 1', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 72, '4,1', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 73, 'stop', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 74, 'roll', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 75, 'dice 4 6 3', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 76, '6,4', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 77, 'stop', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 78, 'roll', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 79, 'dice 6 2 3', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 80, '6,3', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 81, 'stop', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 82, 'roll', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 83, 'dice 6 1 3', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 84, '6,3', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 85, 'stop', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 86, 'roll', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 87, 'dice 2 2 2', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 88, '2,2', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 89, 'stop', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 90, 'roll', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 91, 'dice 2 2 1', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 92, '2,2', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 93, 'stop', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 94, 'roll', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 95, 'dice 1 4 5', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 96, '5,1', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 97, 'stop', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 98, 'roll', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 99, 'dice 3 3 1', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 100, '3,3', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 101, 'stop', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 102, 'roll', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 103, 'dice 4 2 3', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 104, '4,2', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 105, 'stop', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 106, 'roll', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 107, 'dice 3 4 1', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 108, '4,1', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 109, 'stop', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 110, 'roll', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 111, 'dice 4 3 2', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 112, '4,2', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 113, 'stop', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 114, 'roll', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 115, 'dice 4 2 1', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 116, '4,1', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 117, 'stop', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 118, 'roll', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 119, 'dice 2 1 2', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 120, '2,2', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 121, 'stop', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 122, 'roll', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 123, 'dice 4 6 4', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 124, '6,4', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 125, 'stop', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 126, 'roll', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 127, 'dice 4 2 2', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 128, '2,4', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 129, 'stop', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 130, 'roll', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 131, 'dice 1 4 1', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 132, '1,4', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 133, 'stop', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 134, 'roll', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 135, 'dice 1 3 5', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 136, '5,3', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 137, 'stop', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 138, 'roll', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 139, 'dice 6 5 4', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 140, '6,5', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 141, 'stop', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 142, 'roll', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 143, 'dice 6 1 3', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 144, '6,3', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 145, 'stop', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 146, 'roll', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 147, 'dice 6 6 2', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 148, '6,6', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 149, 'stop', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 150, 'roll', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 151, 'dice 1 6 3', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 152, '6,3', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 153, 'stop', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 154, 'roll', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 155, 'dice 1 1 5', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 156, '5,1', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 157, 'stop', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 158, 'roll', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 159, 'dice 2 1 4', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 160, '2,4', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 161, 'stop', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 162, 'roll', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 163, 'dice 1 4 1', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 164, '1,4', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 165, 'stop', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 166, 'roll', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 167, 'dice 5 4 4', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 168, '4,5', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 169, 'stop', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 170, 'roll', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 171, 'dice 4 1 1', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 172, '1,1', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 173, 'stop', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 174, 'roll', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 175, 'dice 5 6 3', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 176, '6,5', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 177, 'stop', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 178, 'roll', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 179, 'dice 2 5 2', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 180, '5,2', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 181, 'stop', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 182, 'roll', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 183, 'dice 6 1 5', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 184, '6,5', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 185, 'stop', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 186, 'roll', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 187, 'dice 4 1 4', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 188, '4,4', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 189, 'stop', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 190, 'roll', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 191, 'dice 6 3 1', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 192, '6,1', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 193, 'stop', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 194, 'roll', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 195, 'dice 1 5 1', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 196, '5,1', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 197, 'stop', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 198, 'roll', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 199, 'dice 2 6 1', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 200, '6,2', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 201, 'stop', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 202, 'roll', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 203, 'dice 2 3 4', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 204, '3,4', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 205, 'stop', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 206, 'roll', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 207, 'dice 4 2 6', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 208, '6,2', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 209, 'stop', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 210, 'roll', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 211, 'dice 5 5 2', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 212, '5,2', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 213, 'stop', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 214, 'roll', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 215, 'dice 6 3 3', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 216, '3,6', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 217, 'stop', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 218, 'roll', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 219, 'dice 5 4 6', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 220, '5,6', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 221, 'stop', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 222, 'roll', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 223, 'dice 1 3 5', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 224, '5,3', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 225, 'stop', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 226, 'roll', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 227, 'dice 6 2 1', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 228, '6,1', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 229, 'stop', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 230, 'roll', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 231, 'dice 1 4 2', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 232, '2,1', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 233, 'stop', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 234, 'roll', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 235, 'dice 2 3 2', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 236, '3,2', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 237, 'stop', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 238, 'roll', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 239, 'dice 2 5 6', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 240, '5,6', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 241, 'stop', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 242, 'roll', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 243, 'dice 2 3 2', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 244, '3,2', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 245, 'stop', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 246, 'roll', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 247, 'dice 2 4 1', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 248, '1,2', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 249, 'stop', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 250, 'roll', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 251, 'dice 4 2 1', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 252, '1,2', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 253, 'stop', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 254, 'roll', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 255, 'dice 5 5 3', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 256, '3,5', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 257, 'stop', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 258, 'roll', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 259, 'dice 4 3 1', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 260, '3,4', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 261, 'stop', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 262, 'roll', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 263, 'dice 1 5 1', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 264, '1,5', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 265, 'stop', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 266, 'roll', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 267, 'dice 6 4 6', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 268, '4,6', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 269, 'stop', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 270, 'roll', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 271, 'dice 5 1 3', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 272, '3,5', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 273, 'stop', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 274, 'roll', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 275, 'dice 5 3 6', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 276, '5,6', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 277, 'stop', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 278, 'roll', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 279, 'dice 1 6 4', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 280, '6,1', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 281, 'stop', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 282, 'roll', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 283, 'dice 5 3 3', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 284, '3,3', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 285, 'stop', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 286, 'roll', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 287, 'dice 2 5 2', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 288, '2,5', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 289, 'stop', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 290, 'roll', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 291, 'dice 3 4 3', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 292, 'roll', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 293, 'dice 4 3 3', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 294, 'roll', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 295, 'dice 3 4 3', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 296, 'roll', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 297, 'dice 1 3 1', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 298, '3,1', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 299, 'stop', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 300, 'roll', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 301, 'dice 6 5 3', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 302, '5,6', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 303, 'stop', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 304, 'roll', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 305, 'dice 1 5 3', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 306, '3,1', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 307, 'stop', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 308, 'roll', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 309, 'dice 3 2 6', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 310, '3,6', 1795032334.5256965);
INSERT INTO events VALUES ('xSgeiDuCs3p27HUI', 311, 'stop', 1795032334.5256965);
INSERT INTO kept VALUES ('key of the cookies', '\x6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b');
INSERT INTO kept VALUES ('keys of the cookies', '\x5b7b226b6579223a22613274726132747261327472613274726132747261327472613274726132747261327472613274726132733d222c2273696e6365223a302e307d5d');
INSERT INTO kept VALUES ('keys of the addresses', '\x5b7b226964223a226e4b6c59526b6b4763446b3d222c226b6579223a223972745535394455536567456b71562f5a654b6a6d39615864344d446c477166766a424c7237445a2f6c493d227d5d');
INSERT INTO kept VALUES ('key of the links in messages', '\xba020d1208f37ba355621fe5e852d1e9a824094830e997753adeab071105b9dd');
INSERT INTO kept VALUES ('key of the push messages', '\x2d2d2d2d2d424547494e2050524956415445204b45592d2d2d2d2d0a4d494748416745414d424d4742797147534d34394167454743437147534d343941774548424730776177494241515167685934364f32743856416d2b494a4f780a6a3139374d526467526f455964754a6263346c56467076723171716852414e43414151484245706f6d72333975737665566e4a7a584b466a32565142527030620a617637304573786c714743397366417962684f66657778732b696f656f337456356850386f3838416c443837586f2f5272377a47333246750a2d2d2d2d2d454e442050524956415445204b45592d2d2d2d2d0a');
INSERT INTO people VALUES ('SR39Aa1bbjwG', 'Ann', 2, '\x1e4b119ed7d3dae55388aafcb6c46ef7bc1325eed58cb30aa40a1574faf6579f', 1700000000, 1, 1700000000, NULL);
INSERT INTO people VALUES ('zhmiaj7zPVwF', 'Dora', 1, '\xf289f578533d7c0960f4f4bf92503ce4359202acc83d5e30b8ff352974f62de8', 1795032334.5256965, 0, 1795032334.5256965, NULL);
INSERT INTO people VALUES ('Au2ydRpeUo5T', 'Emil', 0, '\x11fe960c2040ed0172c904fa786ce95061c44033979a516ac7e61c2037aa7ebb', 1795032334.5256965, 0, 1795032334.5256965, NULL);
INSERT INTO schema_version VALUES (1);
INSERT INTO schema_version VALUES (2);
INSERT INTO schema_version VALUES (3);
INSERT INTO schema_version VALUES (4);
INSERT INTO schema_version VALUES (5);
INSERT INTO schema_version VALUES (6);
INSERT INTO schema_version VALUES (7);
INSERT INTO schema_version VALUES (8);
INSERT INTO seats VALUES ('mXEipnDg1s7vsjXh', 0, 'person', '', 'SR39Aa1bbjwG', 'Ann', 2, 'pickaxe', '\x47fda983f799ab908b7a7a2bf4e3eef2a5c9aef126dfbd3c15e92bac259ef914', false, false, '', '', NULL);
INSERT INTO seats VALUES ('mXEipnDg1s7vsjXh', 1, 'person', '', NULL, 'Ben', 1, 'shovel', '\xaab6cdaf64251f5083ac6456ad4a6e428b6a9dccd59551da43677372fe20a2d6', false, false, '', '', NULL);
INSERT INTO seats VALUES ('uxA41mPfkDMTo8TF', 0, 'person', '', NULL, 'Cleo', 0, '', '\x3d2f6e1f4c2727a0dd219cc648d42f9621f0f3e9dfdfdb3d7803681248e3c8d5', false, false, '', '', NULL);
INSERT INTO seats VALUES ('uxA41mPfkDMTo8TF', 1, 'open', '', NULL, '', 1, '', '\x', false, false, '', '', NULL);
INSERT INTO seats VALUES ('xSgeiDuCs3p27HUI', 0, 'person', '', 'zhmiaj7zPVwF', 'Dora', 1, '', '\x2283cfb54ee4ed21d2bfb8306aaa0f67a9a2fd9811e8c9c5a32f9b863e9db76d', false, false, '', '', NULL);
INSERT INTO seats VALUES ('xSgeiDuCs3p27HUI', 1, 'person', '', 'Au2ydRpeUo5T', 'Emil', 0, '', '\x98fa3e8764fbe925f5a2d377ce43b5c7561b10d1e93f266d2febc70fe02e9ede', false, false, '', '', NULL);
INSERT INTO tables VALUES ('mXEipnDg1s7vsjXh', 'x86anngg', '{"game":"claim-it","rules":1,"players":2,"options":{"squatters-return":"no"},"pace":"1d","spectators":true,"host_token":""}', '\x4ef9034d3725781e39af7a28c1d8d821e692ab04c424ddc4f800a7a593dbb3c1', true, 'SR39Aa1bbjwG', 1700000000, 'running', 1, 1700086400, 15, 1, NULL, NULL, 1700000000, '\xc251ffea2e44353d9f7215d1f988a86efa58d0a2469594268c020dde0271af82', false, 'normal');
INSERT INTO tables VALUES ('uxA41mPfkDMTo8TF', 'uqygd2d6', '{"game":"claim","rules":1,"players":2,"options":{"factions":"knights goblins undead dwarves doppelgangers","raccoons":"pile"},"pace":"none","spectators":true,"host_token":""}', '\x89fbbc0e9fda61911fc0733fe36832edb7143ec94695b88fd188d26a75559ebc', false, NULL, 1700000000, 'waiting', NULL, NULL, 0, 0, NULL, NULL, 1700000000, '\x3b88f13b1179451033a0a4ce06afcd812f1d2ee3ee4064a80343cbbe5a5bf84a', false, 'normal');
INSERT INTO tables VALUES ('xSgeiDuCs3p27HUI', 'jsz474fz', '{"game":"claim-it","rules":1,"players":2,"options":{"squatters-return":"no"},"pace":"none","spectators":true,"host_token":"","swift":false,"maker":"2283cfb54ee4ed21d2bfb8306aaa0f67a9a2fd9811e8c9c5a32f9b863e9db76d","luck":2,"order":[],"banter":false}', '\x3678188765c5e135bd721e2fbd6d07621acb17d8e46ff7ef198dc13ded7d26e8', false, 'zhmiaj7zPVwF', 1795032334.5256965, 'over', NULL, NULL, 311, 1, NULL, NULL, 1795032334.5256965, '\x9f5f0b85d7decd271c60db630d8d69d2422e17ec16cbc9baf2ce1bd738683e52', false, 'normal');
INSERT INTO talk VALUES ('mXEipnDg1s7vsjXh', 1, 1, 'good luck', 1700000000, NULL, 'Ben', 1);
ALTER TABLE ONLY addresses
    ADD CONSTRAINT addresses_pkey PRIMARY KEY (digest);
ALTER TABLE ONLY audit
    ADD CONSTRAINT audit_pkey PRIMARY KEY (n);
ALTER TABLE ONLY barred
    ADD CONSTRAINT barred_pkey PRIMARY KEY ("table", person);
ALTER TABLE ONLY blocks
    ADD CONSTRAINT blocks_pkey PRIMARY KEY (subject);
ALTER TABLE ONLY challenges
    ADD CONSTRAINT challenges_pkey PRIMARY KEY (challenge);
ALTER TABLE ONLY contacts
    ADD CONSTRAINT contacts_pkey PRIMARY KEY (id);
ALTER TABLE ONLY entrants
    ADD CONSTRAINT entrants_pkey PRIMARY KEY (evening, number);
ALTER TABLE ONLY evening_events
    ADD CONSTRAINT evening_events_pkey PRIMARY KEY (evening, version);
ALTER TABLE ONLY evening_games
    ADD CONSTRAINT evening_games_pkey PRIMARY KEY ("table");
ALTER TABLE ONLY evenings
    ADD CONSTRAINT evenings_pkey PRIMARY KEY (id);
ALTER TABLE ONLY events
    ADD CONSTRAINT events_pkey PRIMARY KEY ("table", version);
ALTER TABLE ONLY kept
    ADD CONSTRAINT kept_pkey PRIMARY KEY (name);
ALTER TABLE ONLY muted
    ADD CONSTRAINT muted_pkey PRIMARY KEY (owner, id);
ALTER TABLE ONLY notices
    ADD CONSTRAINT notices_pkey PRIMARY KEY (person, "table", kind);
ALTER TABLE ONLY passkeys
    ADD CONSTRAINT passkeys_pkey PRIMARY KEY (id);
ALTER TABLE ONLY people
    ADD CONSTRAINT people_pkey PRIMARY KEY (id);
ALTER TABLE ONLY preferences
    ADD CONSTRAINT preferences_pkey PRIMARY KEY (person);
ALTER TABLE ONLY presence
    ADD CONSTRAINT presence_pkey PRIMARY KEY (person, "table", server);
ALTER TABLE ONLY recovery_codes
    ADD CONSTRAINT recovery_codes_pkey PRIMARY KEY (hash);
ALTER TABLE ONLY reports
    ADD CONSTRAINT reports_pkey PRIMARY KEY ("table", n);
ALTER TABLE ONLY seats
    ADD CONSTRAINT seats_pkey PRIMARY KEY ("table", seat);
ALTER TABLE ONLY tables
    ADD CONSTRAINT tables_pkey PRIMARY KEY (id);
ALTER TABLE ONLY talk
    ADD CONSTRAINT talk_pkey PRIMARY KEY ("table", n);
CREATE INDEX barred_by_person ON barred USING btree (person);
CREATE INDEX challenges_by_expiry ON challenges USING btree (expires);
CREATE INDEX contacts_by_digest ON contacts USING btree (digest);
CREATE INDEX contacts_by_person ON contacts USING btree (person);
CREATE INDEX entrants_by_person ON entrants USING btree (person) WHERE (person IS NOT NULL);
CREATE INDEX evening_games_by_evening ON evening_games USING btree (evening);
CREATE INDEX evening_games_undecided ON evening_games USING btree (evening) WHERE (NOT decided);
CREATE INDEX evenings_by_due ON evenings USING btree (due) WHERE (due IS NOT NULL);
CREATE INDEX evenings_by_organiser ON evenings USING btree (organiser) WHERE (organiser IS NOT NULL);
CREATE INDEX muted_by_talker ON muted USING btree (talker);
CREATE INDEX notices_by_due ON notices USING btree (channel, due) WHERE (due IS NOT NULL);
CREATE INDEX notices_by_table ON notices USING btree ("table");
CREATE INDEX passkeys_by_person ON passkeys USING btree (person);
CREATE INDEX recovery_codes_by_person ON recovery_codes USING btree (person);
CREATE INDEX seats_by_device ON seats USING btree (device) WHERE (device IS NOT NULL);
CREATE INDEX seats_by_person ON seats USING btree (person) WHERE (person IS NOT NULL);
CREATE INDEX tables_by_code ON tables USING btree (code) WHERE (status = 'waiting'::text);
CREATE INDEX tables_by_due ON tables USING btree (due) WHERE (due IS NOT NULL);
CREATE INDEX tables_public ON tables USING btree (status, changed) WHERE public;
CREATE INDEX talk_by_person ON talk USING btree (person) WHERE (person IS NOT NULL);
ALTER TABLE ONLY barred
    ADD CONSTRAINT barred_table_fkey FOREIGN KEY ("table") REFERENCES tables(id);
ALTER TABLE ONLY entrants
    ADD CONSTRAINT entrants_evening_fkey FOREIGN KEY (evening) REFERENCES evenings(id);
ALTER TABLE ONLY evening_events
    ADD CONSTRAINT evening_events_evening_fkey FOREIGN KEY (evening) REFERENCES evenings(id);
ALTER TABLE ONLY evening_games
    ADD CONSTRAINT evening_games_evening_fkey FOREIGN KEY (evening) REFERENCES evenings(id);
ALTER TABLE ONLY evening_games
    ADD CONSTRAINT evening_games_table_fkey FOREIGN KEY ("table") REFERENCES tables(id);
ALTER TABLE ONLY events
    ADD CONSTRAINT events_table_fkey FOREIGN KEY ("table") REFERENCES tables(id);
ALTER TABLE ONLY reports
    ADD CONSTRAINT reports_table_fkey FOREIGN KEY ("table") REFERENCES tables(id);
ALTER TABLE ONLY seats
    ADD CONSTRAINT seats_table_fkey FOREIGN KEY ("table") REFERENCES tables(id);
ALTER TABLE ONLY talk
    ADD CONSTRAINT talk_table_fkey FOREIGN KEY ("table") REFERENCES tables(id);
