-- The shape of a database of ours, as migrations/sqlite has led to it; what is said there of each table holds here, too. From here on
-- a change of the shape has the same number in both folders. Texts are compared byte by byte, as SQLite does.
create domain words as text collate "C";

create table match (
    id words primary key,
    created words not null,
    header words not null,
    colours words not null,
    rematch_of words unique,
    pictures words not null default '',
    maker words not null default ''
);

create table seed (
    match words primary key references match (id) on delete cascade,
    seed words not null
);

create table step (
    match words not null references match (id) on delete cascade,
    at integer not null,
    lines words not null,
    command words,
    stamp bigint not null,
    primary key (match, at)
);

create table held (
    match words primary key references match (id) on delete cascade,
    at integer not null,
    mask words not null
);

create table listed (
    match words primary key references match (id) on delete cascade,
    origin words not null,
    away integer not null default 0,
    thrown bigint,
    open integer not null,
    created bigint not null,
    game words not null,
    summary words not null
);

create index listed_in_order on listed (away, open, created, match);
create index listed_by_game on listed (away, game, open, created, match);
create index listed_by_origin on listed (origin);
create index listed_unwritten on listed (match) where summary = '';
create index listed_thrown on listed (thrown) where away = 2;

create table sitter (
    match words not null references match (id) on delete cascade,
    person words not null,
    away integer not null default 0,
    open integer not null,
    created bigint not null,
    game words not null,
    primary key (match, person)
);

create index sitter_in_order on sitter (person, away, open, created, match, game);

create table seat_holder (
    match words not null references match (id) on delete cascade,
    seat integer not null,
    holder words not null,
    primary key (match, seat)
);

create index seat_holder_by_holder on seat_holder (holder);

create table watcher (
    match words not null references match (id) on delete cascade,
    holder words not null,
    primary key (match, holder)
);

create table at_table (
    match words not null references match (id) on delete cascade,
    holder words not null,
    away integer not null default 0,
    open integer not null,
    created bigint not null,
    game words not null,
    primary key (match, holder)
);

create index at_table_in_order on at_table (holder, away, open, created, match);
create index at_table_by_game on at_table (holder, away, game, open, created, match);

create table device (
    secret words primary key,
    holder words not null,
    stamp bigint not null
);

create table device_link (
    secret words primary key,
    holder words not null unique,
    until bigint not null
);

create table invitation (
    token words primary key,
    watch words not null unique,
    maker words not null,
    asked words not null,
    seats words not null,
    match words unique references match (id) on delete cascade,
    stamp bigint not null
);

create index invitation_waiting on invitation (stamp) where match is null;

-- `rowid`, which SQLite has by itself, tells the order of lines of the same second.
create table result (
    id words primary key,
    game words not null,
    level integer not null,
    version integer not null,
    rules words not null,
    person words not null,
    points integer not null,
    medal words,
    stamp bigint not null,
    by_hand integer not null,
    hinted integer not null default 0,
    holder words not null default '',
    rowid bigint generated always as identity
);

create index result_by_game on result (holder, game, level, stamp);
create index result_by_person on result (holder, rules, person, points);

create table person (
    holder words not null default '',
    key words not null,
    name words not null,
    colour words not null,
    picture words not null,
    stamp bigint not null,
    primary key (holder, key)
);

create table own_card (
    holder words not null default '',
    id words not null,
    key words not null,
    source words not null,
    content words not null,
    stamp bigint not null,
    primary key (holder, id),
    unique (holder, key)
);

create table score (
    match words not null,
    game integer not null,
    seat integer not null,
    rules words not null,
    person words not null,
    points integer not null,
    stamp bigint not null,
    holder words not null default '',
    primary key (match, game, seat)
);

create index score_by_person on score (holder, rules, person, points);

create table unscored (match words primary key);

create table day_game (
    match words primary key,
    day words not null,
    part words not null,
    spec words not null,
    person words not null,
    attempt integer not null,
    begun bigint not null,
    over integer not null default 0,
    points integer,
    medal words,
    holder words not null default ''
);

create index day_game_by_person on day_game (holder, person, day, part, attempt);

create table study (
    match words primary key references match (id) on delete cascade,
    version integer not null,
    spec words not null,
    rules words not null,
    seal words not null,
    left_out integer not null,
    readable integer not null
);

create index study_by_seal on study (seal, match);

create table person_study (
    match words not null references match (id) on delete cascade,
    seat integer not null,
    person words not null,
    games integer not null,
    start double precision not null,
    luck double precision not null,
    loss double precision not null,
    decisions integer not null,
    mistakes integer not null,
    exact integer not null,
    unknown integer not null,
    places words not null,
    holder words not null default '',
    primary key (match, seat)
);

create index person_study_by_person on person_study (holder, person, match);

create table draw_tally (
    match words not null references match (id) on delete cascade,
    kind words not null,
    typed integer not null,
    numbers words not null,
    primary key (match, kind, typed)
);

create table unstudied (match words primary key references match (id) on delete cascade);

create table trained (
    person words not null,
    game words not null,
    puzzle words not null,
    correct integer not null,
    loss double precision not null,
    stamp bigint not null,
    holder words not null default '',
    rowid bigint generated always as identity
);

create index trained_by_person on trained (holder, person, game, stamp);

create table deck (
    holder words not null default '',
    person words not null,
    puzzle words not null,
    game words not null,
    position words not null,
    correct words not null,
    gap double precision not null,
    card words not null,
    due bigint not null,
    primary key (holder, person, puzzle)
);

create index deck_by_due on deck (holder, person, game, due);

create function scores_of_a_forgotten_match() returns trigger language plpgsql as $$ begin
    delete from score where match = old.id;
    delete from unscored where match = old.id;
    return null;
end $$;

create trigger scores_of_a_forgotten_match after delete on match
for each row execute function scores_of_a_forgotten_match();

create function study_what_is_over() returns trigger language plpgsql as $$ begin
    insert into unstudied (match) values (new.match) on conflict do nothing;
    return null;
end $$;

create trigger study_what_is_over after insert on listed
for each row when (new.open = 0) execute function study_what_is_over();

create trigger study_what_has_changed after update on listed
for each row when (new.open = 0 and (old.open <> 0 or new.summary <> old.summary)) execute function study_what_is_over();

-- What SQLite's functions of these names do with a text: a field of an object, and the numbers of a flat one.
create function json_extract(document text, path text) returns text language sql immutable
return document::json ->> substr(path, 3);

create function json_each(document text) returns table (key text, value double precision) language sql immutable
begin atomic
    select one.key, one.value::text::double precision from pg_catalog.json_each(document::json) as one;
end;
