# Published libraries for Perl, as Debian packs them: perl perl.pl NAME.
use strict;
use warnings;
use JSON;

my $name = $ARGV[0];
my %libraries = (
    'UUID::Tiny' => sub {
        require UUID::Tiny;
        # string_to_uuid also takes the 16 octets of an id, hex and base64, as documented; this check is for the text alone.
        my $parse = sub { UUID::Tiny::is_uuid_string($_[0]) or die; unpack 'H*', UUID::Tiny::string_to_uuid($_[0]) };
        return ($parse, sub { UUID::Tiny::uuid_to_string($_[0]) });
    },
    'Data::UUID' => sub {  # whose bytes have the host's order, so only texts are asked for
        require Data::UUID;
        my $of = Data::UUID->new;
        return (sub { my $text = lc $of->to_string($of->from_string($_[0])); $text =~ tr/-//d; $text }, undef);
    },
);
my ($parse, $text) = $libraries{$name}->();
my $version = eval "\$${name}::VERSION";

sub answer {
    my ($asked) = @_;
    my $op = $asked->{op};
    return { name => $name, version => "$version", language => 'Perl' } if $op eq 'about';
    return { unsupported => JSON::true } if $asked->{format} ne 'uuid';
    return { value => $parse->($asked->{text} // pack 'H*', $asked->{bytes}) } if $op eq 'parse';
    return { text => $text->(pack 'H*', $asked->{value}) } if $op eq 'text' && $text;
    return { unsupported => JSON::true };
}

my $json = JSON->new->utf8->canonical;
while (my $line = <STDIN>) {
    my $asked = $json->decode($line);
    local $SIG{__WARN__} = sub { die @_ };
    my $said = eval { answer($asked) } // { error => JSON::true };
    print $json->encode({ id => $asked->{id}, %$said }), "\n";
}
