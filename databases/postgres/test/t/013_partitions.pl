# Callers of id_make_partitions() at once, while another process drops partitions: none gets an error.
use strict;
use warnings;
use FindBin;
use lib $FindBin::RealBin;
use Every;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = new_node('main');
$node->safe_psql('postgres', 'CREATE TABLE parts (id ulid) PARTITION BY RANGE (id)');
my $folder = $PostgreSQL::Test::Utils::tmp_check;
append_to_file("$folder/make.sql", "SELECT count(*) FROM id_make_partitions('parts', 'hour', 5);\n");
# One drops at a time: two of them can deadlock by themselves.
append_to_file("$folder/drop.sql", q{DO $$ BEGIN PERFORM pg_advisory_xact_lock(1); EXECUTE (SELECT 'DROP TABLE ' || string_agg(inhrelid::regclass::text, ', ')
  FROM pg_inherits WHERE inhparent = 'parts'::regclass); EXCEPTION WHEN OTHERS THEN NULL; END $$;} . "\n");
my ($out, $err) = run_command(
	[ 'pgbench', '-n', '-c', '6', '-t', '80', '-f', "$folder/make.sql\@5", '-f', "$folder/drop.sql\@1", '-h', $node->host, '-p', $node->port, 'postgres' ]);
like($out, qr{processed: 480/480}, 'no error') or diag($err, $out);
$node->safe_psql('postgres', "SELECT id_make_partitions('parts', 'hour', 5)");
cmp_ok($node->safe_psql('postgres', q{SELECT count(*) FROM pg_inherits WHERE inhparent = 'parts'::regclass}), '>=', 6, 'all are there');
$node->stop;
done_testing();
