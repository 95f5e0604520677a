-- A result that was reached with the coach's hints says so.
alter table result add column hinted integer not null default 0;
