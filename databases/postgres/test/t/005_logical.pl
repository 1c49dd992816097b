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
ok(check_indexes($subscriber, 'postgres') > 0, 'the indexes are sound');
unlike(slurp_file($subscriber->logfile), qr/ERROR/, 'the subscriber had no error');

$subscriber->safe_psql('postgres', 'DROP SUBSCRIPTION ids');
$_->stop foreach $subscriber, $publisher;
done_testing();
