-- Links by which another device gets what is a holder's: one at a time for each, known by the hash of its secret, valid once and until
-- that moment, in seconds since 1970.
create table device_link (
    secret text primary key,
    holder text not null unique,
    until integer not null
) without rowid;
