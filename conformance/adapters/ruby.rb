# Published libraries for Ruby, as Debian packs them: ruby ruby.rb.
require 'json'
require 'uuidtools'

def answer(asked)
  return { name: 'uuidtools', version: UUIDTools::VERSION::STRING, language: 'Ruby' } if asked['op'] == 'about'
  return { unsupported: true } if asked['format'] != 'uuid'

  case asked['op']
  when 'parse'
    text = asked['text'] || [asked['bytes']].pack('H*')
    { value: UUIDTools::UUID.parse(text).raw.unpack1('H*') }
  when 'text' then { text: UUIDTools::UUID.parse_raw([asked['value']].pack('H*')).to_s }
  when 'convert' then { text: UUIDTools::UUID.parse(asked['text']).to_i.to_s }
  when 'order' then { texts: asked['texts'].map { |text| UUIDTools::UUID.parse(text) }.sort.map(&:to_s) }
  else { unsupported: true }
  end
end

$stdin.each_line do |line|
  asked = JSON.parse(line)
  said = begin
    answer(asked)
  rescue StandardError
    { error: true }
  end
  puts JSON.generate({ id: asked['id'] }.merge(said))
end
