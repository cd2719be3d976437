BEGIN TRANSACTION;
CREATE TABLE audit (
        n INTEGER NOT NULL PRIMARY KEY,
        at REAL NOT NULL,
        who TEXT NOT NULL,
        action TEXT NOT NULL,
        subject TEXT NOT NULL,
        detail TEXT NOT NULL
    ) WITHOUT ROWID;
CREATE TABLE barred (
        "table" TEXT NOT NULL REFERENCES tables (id),
        person TEXT NOT NULL,
        PRIMARY KEY ("table", person)
    ) WITHOUT ROWID;
CREATE TABLE blocks (
        subject TEXT PRIMARY KEY,
        reason TEXT NOT NULL,
        at REAL NOT NULL
    ) WITHOUT ROWID;
CREATE TABLE challenges (
        challenge BLOB PRIMARY KEY,
        person TEXT NOT NULL,
        expires REAL NOT NULL
    ) WITHOUT ROWID;
CREATE TABLE events (
        "table" TEXT NOT NULL REFERENCES tables (id),
        version INTEGER NOT NULL,
        event TEXT NOT NULL,
        at REAL NOT NULL,
        PRIMARY KEY ("table", version)
    ) WITHOUT ROWID;
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
CREATE TABLE kept (
        name TEXT PRIMARY KEY,
        value BLOB NOT NULL
    ) WITHOUT ROWID;
INSERT INTO "kept" VALUES('key of the cookies',X'6B6B6B6B6B6B6B6B6B6B6B6B6B6B6B6B6B6B6B6B6B6B6B6B6B6B6B6B6B6B6B6B');
CREATE TABLE muted (
        owner TEXT NOT NULL,
        id TEXT NOT NULL,
        talker TEXT NOT NULL,
        name TEXT NOT NULL,
        at REAL NOT NULL,
        PRIMARY KEY (owner, id)
    ) WITHOUT ROWID;
CREATE TABLE passkeys (
        id BLOB PRIMARY KEY,
        person TEXT NOT NULL,
        public_key BLOB NOT NULL,
        sign_count INTEGER NOT NULL,
        name TEXT NOT NULL,
        created REAL NOT NULL,
        used REAL
    ) WITHOUT ROWID;
CREATE TABLE people (
        id TEXT PRIMARY KEY,
        name TEXT NOT NULL,
        colour INTEGER NOT NULL,
        token BLOB NOT NULL,
        created REAL NOT NULL
    , epoch INTEGER NOT NULL DEFAULT 0, seen REAL NOT NULL DEFAULT 0, blocked REAL) WITHOUT ROWID;
INSERT INTO "people" VALUES('SR39Aa1bbjwG','Ann',2,X'1E4B119ED7D3DAE55388AAFCB6C46EF7BC1325EED58CB30AA40A1574FAF6579F',1700000000.0,1,1700000000.0,NULL);
CREATE TABLE recovery_codes (
        hash BLOB PRIMARY KEY,
        person TEXT NOT NULL
    ) WITHOUT ROWID;
CREATE TABLE reports (
        "table" TEXT NOT NULL REFERENCES tables (id),
        n INTEGER NOT NULL,
        person TEXT,
        name TEXT NOT NULL,
        text TEXT NOT NULL,
        reporter TEXT,
        reason TEXT NOT NULL,
        address TEXT NOT NULL,
        at REAL NOT NULL,
        PRIMARY KEY ("table", n)
    ) WITHOUT ROWID;
CREATE TABLE seats (
        "table" TEXT NOT NULL REFERENCES tables (id),
        seat INTEGER NOT NULL,
        kind TEXT NOT NULL,
        level TEXT NOT NULL,
        person TEXT,
        name TEXT NOT NULL,
        colour INTEGER NOT NULL,
        word TEXT NOT NULL,
        token BLOB NOT NULL,
        away INTEGER NOT NULL,
        held INTEGER NOT NULL, commit_hash TEXT NOT NULL DEFAULT '', bits TEXT NOT NULL DEFAULT '', device TEXT,
        PRIMARY KEY ("table", seat)
    ) WITHOUT ROWID;
INSERT INTO "seats" VALUES('mXEipnDg1s7vsjXh',0,'person','','SR39Aa1bbjwG','Ann',2,'pickaxe',X'47FDA983F799AB908B7A7A2BF4E3EEF2A5C9AEF126DFBD3C15E92BAC259EF914',0,0,'','',NULL);
INSERT INTO "seats" VALUES('mXEipnDg1s7vsjXh',1,'person','',NULL,'Ben',1,'shovel',X'AAB6CDAF64251F5083AC6456AD4A6E428B6A9DCCD59551DA43677372FE20A2D6',0,0,'','',NULL);
INSERT INTO "seats" VALUES('uxA41mPfkDMTo8TF',0,'person','',NULL,'Cleo',0,'',X'3D2F6E1F4C2727A0DD219CC648D42F9621F0F3E9DFDFDB3D7803681248E3C8D5',0,0,'','',NULL);
INSERT INTO "seats" VALUES('uxA41mPfkDMTo8TF',1,'open','',NULL,'',1,'',X'',0,0,'','',NULL);
CREATE TABLE tables (
        id TEXT PRIMARY KEY,
        code TEXT NOT NULL,
        header TEXT NOT NULL,
        secret BLOB NOT NULL,
        public INTEGER NOT NULL,
        host TEXT,
        created REAL NOT NULL,
        status TEXT NOT NULL,
        actor INTEGER,
        due REAL,
        version INTEGER NOT NULL,
        revision INTEGER NOT NULL,
        before TEXT,
        rematch TEXT,
        changed REAL NOT NULL
    , head BLOB, chat_closed INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID;
INSERT INTO "tables" VALUES('mXEipnDg1s7vsjXh','x86anngg','{"game":"claim-it","rules":1,"players":2,"options":{"squatters-return":"no"},"pace":"1d","spectators":true,"host_token":""}',X'4EF9034D3725781E39AF7A28C1D8D821E692AB04C424DDC4F800A7A593DBB3C1',1,'SR39Aa1bbjwG',1700000000.0,'running',1,1700086400.0,15,1,NULL,NULL,1700000000.0,X'C251FFEA2E44353D9F7215D1F988A86EFA58D0A2469594268C020DDE0271AF82',0);
INSERT INTO "tables" VALUES('uxA41mPfkDMTo8TF','uqygd2d6','{"game":"claim","rules":1,"players":2,"options":{"factions":"knights goblins undead dwarves doppelgangers","raccoons":"pile"},"pace":"none","spectators":true,"host_token":""}',X'89FBBC0E9FDA61911FC0733FE36832EDB7143EC94695B88FD188D26A75559EBC',0,NULL,1700000000.0,'waiting',NULL,NULL,0,0,NULL,NULL,1700000000.0,X'3B88F13B1179451033A0A4CE06AFCD812F1D2EE3EE4064A80343CBBE5A5BF84A',0);
CREATE TABLE talk (
        "table" TEXT NOT NULL REFERENCES tables (id),
        n INTEGER NOT NULL,
        seat INTEGER NOT NULL,
        text TEXT NOT NULL,
        at REAL NOT NULL, person TEXT, name TEXT NOT NULL DEFAULT '', colour INTEGER NOT NULL DEFAULT 0,
        PRIMARY KEY ("table", n)
    ) WITHOUT ROWID;
INSERT INTO "talk" VALUES('mXEipnDg1s7vsjXh',1,1,'good luck',1700000000.0,NULL,'Ben',1);
CREATE INDEX tables_by_code ON tables (code) WHERE status = 'waiting';
CREATE INDEX tables_by_due ON tables (due) WHERE due IS NOT NULL;
CREATE INDEX tables_public ON tables (status, changed) WHERE public;
CREATE INDEX seats_by_person ON seats (person) WHERE person IS NOT NULL;
CREATE INDEX talk_by_person ON talk (person) WHERE person IS NOT NULL;
CREATE INDEX barred_by_person ON barred (person);
CREATE INDEX muted_by_talker ON muted (talker);
CREATE INDEX passkeys_by_person ON passkeys (person);
CREATE INDEX recovery_codes_by_person ON recovery_codes (person);
CREATE INDEX challenges_by_expiry ON challenges (expires);
CREATE INDEX seats_by_device ON seats (device) WHERE device IS NOT NULL;
COMMIT;
PRAGMA user_version = 5;
