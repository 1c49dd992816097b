# One order for four clients: an id is greater than every id that was returned before it was asked for.
use strict;
use warnings;
use FindBin;
use lib $FindBin::RealBin;
use Every;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = new_node('main');
my %kinds = (ulid => 'ulid', uuid7 => 'uuid', ulid_flake => 'ulid_flake', uid11_ts_seq_rand => 'uid11');
my $folder = $PostgreSQL::Test::Utils::tmp_check;

# The sequence tells what happened before what: it is one for all clients and counts as it is read.
$node->safe_psql('postgres', 'CREATE SEQUENCE clock');
foreach my $kind (sort keys %kinds)
{
	$node->safe_psql('postgres', "CREATE UNLOGGED TABLE asked_$kind (before bigint, id $kinds{$kind}, after bigint, client int)");
	my $script = "$folder/$kind.sql";
	append_to_file($script, qq{
SET sortid.on_overflow = 'wait';
INSERT INTO asked_$kind SELECT nextval('clock'), ${kind}_generate_ordered(), nextval('clock'), :client_id FROM generate_series(1, 50);
});
	$node->command_ok(
		[ 'pgbench', '-n', '-c', '4', '-j', '2', '-t', '40', '-f', $script, '-h', $node->host, '-p', $node->port, 'postgres' ],
		"$kind: four clients make ids");
	is($node->safe_psql('postgres', "SELECT count(*), count(DISTINCT id), count(DISTINCT client) FROM asked_$kind"),
		'8000|8000|4', "$kind: 8,000, all different");
	is( $node->safe_psql('postgres', qq{
SELECT count(*) FROM (
  SELECT asks, id, max(seen) OVER (ORDER BY tick) AS greatest FROM (
    SELECT before AS tick, true AS asks, id::text COLLATE "C" AS id, NULL AS seen FROM asked_$kind
    UNION ALL SELECT after, false, NULL, id::text COLLATE "C" FROM asked_$kind) events) told
WHERE asks AND id <= greatest}), '0', "$kind: none before an id that was there already");
	# Else the test above said nothing: the clients did take turns.
	isnt( $node->safe_psql('postgres', qq{
SELECT count(*) FROM (SELECT client <> lag(client) OVER (ORDER BY id) AS turn FROM asked_$kind) t WHERE turn}),
		'3', "$kind: the clients' ids interleave");
}

$node->stop;
done_testing();
