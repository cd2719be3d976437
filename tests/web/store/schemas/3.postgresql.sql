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
