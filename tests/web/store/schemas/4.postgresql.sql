CREATE TABLE people (
        id TEXT PRIMARY KEY,
        name TEXT NOT NULL,
        colour INTEGER NOT NULL,
        token BYTEA NOT NULL,
        created DOUBLE PRECISION NOT NULL,
        epoch INTEGER NOT NULL DEFAULT 0
    );
INSERT INTO "people" VALUES('SR39Aa1bbjwG','Ann',2,'\x1e4b119ed7d3dae55388aafcb6c46ef7bc1325eed58cb30aa40a1574faf6579f',1700000000.0,1);
CREATE TABLE tables (
        id TEXT PRIMARY KEY,
        code TEXT NOT NULL,
        header TEXT NOT NULL,
        secret BYTEA NOT NULL,
        public BOOLEAN NOT NULL,
        host TEXT,
        created DOUBLE PRECISION NOT NULL,
        status TEXT NOT NULL,
        actor INTEGER,
        due DOUBLE PRECISION,
        version INTEGER NOT NULL,
        revision INTEGER NOT NULL,
        before TEXT,
        rematch TEXT,
        changed DOUBLE PRECISION NOT NULL
    );
INSERT INTO "tables" VALUES('mXEipnDg1s7vsjXh','x86anngg','{"game":"claim-it","rules":1,"players":2,"options":{"squatters-return":"no"},"pace":"1d","spectators":true,"host_token":""}','\x4ef9034d3725781e39af7a28c1d8d821e692ab04c424ddc4f800a7a593dbb3c1',true,'SR39Aa1bbjwG',1700000000.0,'running',1,1700086400.0,15,1,NULL,NULL,1700000000.0);
INSERT INTO "tables" VALUES('uxA41mPfkDMTo8TF','uqygd2d6','{"game":"claim","rules":1,"players":2,"options":{"factions":"knights goblins undead dwarves doppelgangers","raccoons":"pile"},"pace":"none","spectators":true,"host_token":""}','\x89fbbc0e9fda61911fc0733fe36832edb7143ec94695b88fd188d26a75559ebc',false,NULL,1700000000.0,'waiting',NULL,NULL,0,0,NULL,NULL,1700000000.0);
CREATE TABLE seats (
        "table" TEXT NOT NULL REFERENCES tables (id),
        seat INTEGER NOT NULL,
        kind TEXT NOT NULL,
        level TEXT NOT NULL,
        person TEXT,
        name TEXT NOT NULL,
        colour INTEGER NOT NULL,
        word TEXT NOT NULL,
        token BYTEA NOT NULL,
        away BOOLEAN NOT NULL,
        held BOOLEAN NOT NULL,
        PRIMARY KEY ("table", seat)
    );
INSERT INTO "seats" VALUES('mXEipnDg1s7vsjXh',0,'person','','SR39Aa1bbjwG','Ann',2,'pickaxe','\x47fda983f799ab908b7a7a2bf4e3eef2a5c9aef126dfbd3c15e92bac259ef914',false,false);
INSERT INTO "seats" VALUES('mXEipnDg1s7vsjXh',1,'person','',NULL,'Ben',1,'shovel','\xaab6cdaf64251f5083ac6456ad4a6e428b6a9dccd59551da43677372fe20a2d6',false,false);
INSERT INTO "seats" VALUES('uxA41mPfkDMTo8TF',0,'person','',NULL,'Cleo',0,'','\x3d2f6e1f4c2727a0dd219cc648d42f9621f0f3e9dfdfdb3d7803681248e3c8d5',false,false);
INSERT INTO "seats" VALUES('uxA41mPfkDMTo8TF',1,'open','',NULL,'',1,'','\x',false,false);
CREATE TABLE events (
        "table" TEXT NOT NULL REFERENCES tables (id),
        version INTEGER NOT NULL,
        event TEXT NOT NULL,
        at DOUBLE PRECISION NOT NULL,
        PRIMARY KEY ("table", version)
    );
INSERT INTO "events" VALUES('mXEipnDg1s7vsjXh',1,'first 0',1700000000.0);
INSERT INTO "events" VALUES('mXEipnDg1s7vsjXh',2,'roll',1700000000.0);
INSERT INTO "events" VALUES('mXEipnDg1s7vsjXh',3,'dice 5 5 1',1700000000.0);
INSERT INTO "events" VALUES('mXEipnDg1s7vsjXh',4,'1,5',1700000000.0);
INSERT INTO "events" VALUES('mXEipnDg1s7vsjXh',5,'roll',1700000000.0);
INSERT INTO "events" VALUES('mXEipnDg1s7vsjXh',6,'dice 6 6 2',1700000000.0);
INSERT INTO "events" VALUES('mXEipnDg1s7vsjXh',7,'2,6',1700000000.0);
INSERT INTO "events" VALUES('mXEipnDg1s7vsjXh',8,'roll',1700000000.0);
INSERT INTO "events" VALUES('mXEipnDg1s7vsjXh',9,'dice 5 3 2',1700000000.0);
INSERT INTO "events" VALUES('mXEipnDg1s7vsjXh',10,'2,5',1700000000.0);
INSERT INTO "events" VALUES('mXEipnDg1s7vsjXh',11,'roll',1700000000.0);
INSERT INTO "events" VALUES('mXEipnDg1s7vsjXh',12,'dice 4 2 4',1700000000.0);
INSERT INTO "events" VALUES('mXEipnDg1s7vsjXh',13,'2,4',1700000000.0);
INSERT INTO "events" VALUES('mXEipnDg1s7vsjXh',14,'roll',1700000000.0);
INSERT INTO "events" VALUES('mXEipnDg1s7vsjXh',15,'dice 5 5 3',1700000000.0);
CREATE TABLE talk (
        "table" TEXT NOT NULL REFERENCES tables (id),
        n INTEGER NOT NULL,
        seat INTEGER NOT NULL,
        text TEXT NOT NULL,
        at DOUBLE PRECISION NOT NULL,
        PRIMARY KEY ("table", n)
    );
INSERT INTO "talk" VALUES('mXEipnDg1s7vsjXh',1,1,'good luck',1700000000.0);
CREATE INDEX tables_by_code ON tables (code) WHERE status = 'waiting';
CREATE INDEX tables_by_due ON tables (due) WHERE due IS NOT NULL;
CREATE INDEX tables_public ON tables (status, changed) WHERE public;
CREATE INDEX seats_by_person ON seats (person) WHERE person IS NOT NULL;
CREATE TABLE kept (
        name TEXT PRIMARY KEY,
        value BYTEA NOT NULL
    );
INSERT INTO "kept" VALUES('key of the cookies','\x6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b6b');
CREATE TABLE schema_version (version INTEGER NOT NULL);
INSERT INTO schema_version VALUES (1);
INSERT INTO schema_version VALUES (2);
INSERT INTO schema_version VALUES (3);
ALTER TABLE tables ADD COLUMN head BYTEA;
ALTER TABLE seats ADD COLUMN commit_hash TEXT NOT NULL DEFAULT '';
ALTER TABLE seats ADD COLUMN bits TEXT NOT NULL DEFAULT '';
ALTER TABLE talk ADD COLUMN person TEXT;
ALTER TABLE talk ADD COLUMN name TEXT NOT NULL DEFAULT '';
ALTER TABLE talk ADD COLUMN colour INTEGER NOT NULL DEFAULT 0;
UPDATE talk SET (person, name, colour) = (
    SELECT person, name, colour FROM seats
    WHERE seats."table" = talk."table" AND seats.seat = talk.seat
) WHERE EXISTS (
    SELECT 1 FROM events JOIN seats ON seats."table" = events."table"
    WHERE events."table" = talk."table" AND events.version = 1 AND events.at <= talk.at
    AND seats.seat = talk.seat
);
CREATE INDEX talk_by_person ON talk (person) WHERE person IS NOT NULL;
ALTER TABLE tables ADD COLUMN chat_closed BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE people ADD COLUMN seen DOUBLE PRECISION NOT NULL DEFAULT 0;
UPDATE people SET seen = extract(epoch FROM now());
ALTER TABLE people ADD COLUMN blocked DOUBLE PRECISION;
CREATE TABLE barred (
    "table" TEXT NOT NULL REFERENCES tables (id),
    person TEXT NOT NULL,
    PRIMARY KEY ("table", person)
) ;
CREATE INDEX barred_by_person ON barred (person);
CREATE TABLE muted (
    owner TEXT NOT NULL,
    id TEXT NOT NULL,
    talker TEXT NOT NULL,
    name TEXT NOT NULL,
    at DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (owner, id)
) ;
CREATE INDEX muted_by_talker ON muted (talker);
CREATE TABLE reports (
    "table" TEXT NOT NULL REFERENCES tables (id),
    n INTEGER NOT NULL,
    person TEXT,
    name TEXT NOT NULL,
    text TEXT NOT NULL,
    reporter TEXT,
    reason TEXT NOT NULL,
    address TEXT NOT NULL,
    at DOUBLE PRECISION NOT NULL,
    PRIMARY KEY ("table", n)
) ;
CREATE TABLE blocks (
    subject TEXT PRIMARY KEY,
    reason TEXT NOT NULL,
    at DOUBLE PRECISION NOT NULL
) ;
CREATE TABLE audit (
    n INTEGER NOT NULL PRIMARY KEY,
    at DOUBLE PRECISION NOT NULL,
    who TEXT NOT NULL,
    action TEXT NOT NULL,
    subject TEXT NOT NULL,
    detail TEXT NOT NULL
) ;
CREATE TABLE passkeys (
    id BYTEA PRIMARY KEY,
    person TEXT NOT NULL,
    public_key BYTEA NOT NULL,
    sign_count INTEGER NOT NULL,
    name TEXT NOT NULL,
    created DOUBLE PRECISION NOT NULL,
    used DOUBLE PRECISION
) ;
CREATE INDEX passkeys_by_person ON passkeys (person);
CREATE TABLE recovery_codes (
    hash BYTEA PRIMARY KEY,
    person TEXT NOT NULL
) ;
CREATE INDEX recovery_codes_by_person ON recovery_codes (person);
CREATE TABLE challenges (
    challenge BYTEA PRIMARY KEY,
    person TEXT NOT NULL,
    expires DOUBLE PRECISION NOT NULL
) ;
CREATE INDEX challenges_by_expiry ON challenges (expires);
UPDATE tables SET head = '\xc251ffea2e44353d9f7215d1f988a86efa58d0a2469594268c020dde0271af82' WHERE id = 'mXEipnDg1s7vsjXh';
UPDATE tables SET head = '\x3b88f13b1179451033a0a4ce06afcd812f1d2ee3ee4064a80343cbbe5a5bf84a' WHERE id = 'uxA41mPfkDMTo8TF';
UPDATE people SET seen = 1700000000.0;
INSERT INTO schema_version VALUES (4);
