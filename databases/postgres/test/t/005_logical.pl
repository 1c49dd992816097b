# Logical replication with values in binary.
use strict;
use warnings;
use FindBin;
use lib $FindBin::RealBin;
use Every;
use PostgreSQL::Test::Utils;
use Test::More;

my $publisher = new_node('publisher', init => { allows_streaming => 'logical' });
my $subscriber = new_node('subscriber', init => { allows_streaming => 'logical' });
make_every($publisher, 'postgres', rows => 200);
make_every($subscriber, 'postgres', empty => 1);
$publisher->safe_psql('postgres', 'CREATE PUBLICATION ids FOR TABLE every, by_time, by_hash');
my $connection = $publisher->connstr . ' dbname=postgres';
$subscriber->safe_psql('postgres', "CREATE SUBSCRIPTION ids CONNECTION '$connection' PUBLICATION ids WITH (binary = true)");
$subscriber->wait_for_subscription_sync($publisher, 'ids');
is(fingerprint($subscriber, 'postgres'), fingerprint($publisher, 'postgres'), 'the first copy has every value');

# Keys of the types themselves, by which changes are found at the other end.
foreach my $node ($publisher, $subscriber)
{
	$node->safe_psql('postgres', q{
CREATE TABLE keyed (u ulid, t typeid, made account_id, f ulid_flake, x uid11, note text, PRIMARY KEY (u, t, made, f, x))});
}
$publisher->safe_psql('postgres', 'ALTER PUBLICATION ids ADD TABLE keyed');
$subscriber->safe_psql('postgres', 'ALTER SUBSCRIPTION ids REFRESH PUBLICATION');
$subscriber->wait_for_subscription_sync($publisher, 'ids');
$publisher->safe_psql('postgres', q{
INSERT INTO every (n) SELECT generate_series(1001, 1100);
UPDATE every SET u = ulid_generate(), t = typeid_generate('moved'), made = account_id_generate() WHERE n BETWEEN 1 AND 50;
DELETE FROM every WHERE n BETWEEN 51 AND 60;
INSERT INTO by_time SELECT u FROM every WHERE n > 1000;
INSERT INTO keyed SELECT ulid_generate(), typeid_generate('user'), account_id_generate(), ulid_flake_generate_random(), xid_generate(), n::text
  FROM generate_series(1, 100) n;
UPDATE keyed SET note = note || '!' WHERE note::int % 2 = 0;
UPDATE keyed SET t = typeid_generate('org') WHERE note = '7';
DELETE FROM keyed WHERE note = '9';
});
$publisher->wait_for_catchup('ids');
is(fingerprint($subscriber, 'postgres'), fingerprint($publisher, 'postgres'), 'changes arrive');
my $keyed = q{SELECT count(*), md5(string_agg(keyed::text, E'\n' ORDER BY note)) FROM keyed};
is($subscriber->safe_psql('postgres', $keyed), $publisher->safe_psql('postgres', $keyed), 'by keys of every kind');

# Without a key a row is found by the equality of its columns. Beside it arrays, whose bytes name the type by a number of that
# server, and a second subscription, as texts, into columns of text.
foreach my $node ($publisher, $subscriber)
{
	$node->safe_psql('postgres', q{
CREATE TABLE keyless (u ulid, t typeid, made account_id, f ulid_flake, x uid11, many ulid[], mades account_id[], n int);
ALTER TABLE keyless REPLICA IDENTITY FULL});
}
$publisher->safe_psql('postgres', 'ALTER PUBLICATION ids ADD TABLE keyless;
CREATE TABLE texts (id ulid PRIMARY KEY, t typeid, n int); CREATE PUBLICATION texts FOR TABLE texts');
$subscriber->safe_psql('postgres', "CREATE TABLE texts (id text PRIMARY KEY, t text, n int);
ALTER SUBSCRIPTION ids REFRESH PUBLICATION; CREATE SUBSCRIPTION texts CONNECTION '$connection' PUBLICATION texts");
$subscriber->wait_for_subscription_sync($publisher, $_) foreach qw(ids texts);
$publisher->safe_psql('postgres', q{
INSERT INTO keyless SELECT ulid_generate(), typeid_generate('user'), account_id_generate(), ulid_flake_generate_random(), xid_generate(),
  ARRAY[ulid_generate(), NULL], ARRAY[account_id_generate()], n FROM generate_series(1, 100) n;
UPDATE keyless SET u = ulid_generate(), many = many || u WHERE n % 2 = 0;
DELETE FROM keyless WHERE n % 3 = 0;
INSERT INTO texts SELECT ulid_generate(), typeid_generate('user'), n FROM generate_series(1, 100) n;
UPDATE texts SET t = typeid_generate('org') WHERE n % 4 = 0;
DELETE FROM texts WHERE n % 6 = 0});
$publisher->wait_for_catchup($_) foreach qw(ids texts);
my $keyless = q{SELECT count(*), md5(string_agg(keyless::text, E'\n' ORDER BY n)) FROM keyless};
is($subscriber->safe_psql('postgres', $keyless), $publisher->safe_psql('postgres', $keyless), 'without a key');
my $texts = q{SELECT count(*), md5(string_agg(texts::text, E'\n' ORDER BY n)) FROM texts};
is($subscriber->safe_psql('postgres', $texts), $publisher->safe_psql('postgres', $texts), 'as texts');
ok(check_indexes($subscriber, 'postgres') > 0, 'the indexes are sound');
unlike(slurp_file($subscriber->logfile), qr/ERROR/, 'the subscriber had no error');

$subscriber->safe_psql('postgres', 'DROP SUBSCRIPTION ids');
$subscriber->safe_psql('postgres', 'DROP SUBSCRIPTION texts');
$_->stop foreach $subscriber, $publisher;
done_testing();
