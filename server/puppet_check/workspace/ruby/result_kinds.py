"""What methods of Ruby's core return, by the kind of their receiver.

A kind is the name of the Puppet type that a value has: `String` for a String of Ruby, `Undef` for nil. Only methods with one result are
listed: none that return nil or an Enumerator depending on their arguments.
"""

from __future__ import annotations

from collections.abc import Mapping

Kinds = frozenset[str]
"""The kinds that a value may have; none for code that is never left in the usual way."""


def _table(**methods: str) -> Mapping[str, str]:
    """The kinds by the names of methods; ` {}` after a name means with a block, all others without."""
    return {name: kind for kind, names in methods.items() for name in names.replace(" {}", "{}").split()}


TESTS = "== != ! eql? equal? nil? is_a? kind_of? instance_of? respond_to? frozen?"
"""Methods that all objects have."""
ANY = _table(
    Boolean=f"{TESTS} === !~ empty? include? key? has_key? member? start_with? end_with? match? zero? even? odd? any? all? none? "
    "any?{} all?{} none?{} exist? file? directory?",
    String="to_s inspect to_json to_yaml strip lstrip rstrip chomp chop squeeze hexdigest base64digest strict_encode64 encode64",
    Integer="to_i",
    Float="to_f",
    Array="to_a keys values split map{} collect{} flat_map{} collect_concat{} sort_by{}",
)
"""Methods whose results have the same kind for all receivers that have them."""
BY_KIND: Mapping[str, Mapping[str, str]] = {
    "String": _table(
        String="upcase downcase capitalize swapcase tr tr_s delete reverse to_str * + % center ljust rjust dup clone freeze prepend concat "
        "<< replace insert succ next delete_prefix delete_suffix encode force_encoding unicode_normalize scrub gsub{} sub{}",
        Integer="length size ord hex oct count bytesize",
        Array="chars lines bytes scan partition rpartition unpack",
        Boolean="< > <= >= between? ascii_only? valid_encoding?",
    ),
    "Array": _table(
        Array="sort reverse flatten compact uniq + - & | to_ary push << append unshift prepend concat shuffle take drop rotate values_at "
        "zip transpose dup clone freeze select{} filter{} reject{} filter_map{} sort{} partition{} take_while{} drop_while{} uniq{} "
        "delete_if{} keep_if{} map!{} collect!{} each{} each_with_index{}",
        String="join",
        Integer="length size count count{}",
        Hash="tally group_by{} to_h to_h{}",
        Boolean="one? one?{}",
    ),
    "Hash": _table(
        Hash="merge merge{} merge! merge!{} update invert compact to_h to_h{} to_hash dup clone freeze slice except select{} filter{} "
        "reject{} transform_values{} transform_keys{} each{} each_pair{} each_key{} each_value{} delete_if{} keep_if{}",
        Array="sort sort{} values_at filter_map{} partition{}",
        Integer="length size count count{}",
        Boolean="value? has_value? one?{}",
    ),
    "Integer": _table(
        Integer="abs succ next pred ord bit_length gcd lcm to_int dup",
        String="chr",
        Boolean="< > <= >= between? positive? negative? integer?",
    ),
    "Float": _table(
        Integer="to_int",
        Float="abs dup",
        Boolean="< > <= >= between? positive? negative? integer? nan? finite?",
    ),
    "Boolean": _table(Boolean="& | ^"),
    "Undef": {},
}
OF_NUMBERS = frozenset(("+", "-", "*", "/", "%"))
"""Operators of two numbers whose result is an Integer if both are, and otherwise a Float."""
WITH_ONE_ARGUMENT = frozenset(("gsub", "sub"))
"""Methods that give a String with a replacement as their second argument."""
FUNCTIONS: Mapping[str, str] = {
    "Integer": "Integer",
    "Float": "Float",
    "String": "String",
    "Array": "Array",
    "format": "String",
    "sprintf": "String",
    "block_given?": "Boolean",
}
OF_CONSTANTS: Mapping[str, str] = {
    **dict.fromkeys(("JSON.generate", "JSON.pretty_generate", "JSON.dump", "YAML.dump", "CGI.escape", "Regexp.escape"), "String"),
    **dict.fromkeys(("Shellwords.escape", "Shellwords.shellescape", "Shellwords.join", "SecureRandom.hex", "SecureRandom.uuid"), "String"),
    **dict.fromkeys(("File.join", "File.basename", "File.dirname", "File.extname", "String.new"), "String"),
    **dict.fromkeys(("File.expand_path", "File.absolute_path", "File.read", "Base64.encode64", "Base64.strict_encode64"), "String"),
    **dict.fromkeys(("Base64.urlsafe_encode64", "Base64.decode64", "Base64.strict_decode64", "Base64.urlsafe_decode64"), "String"),
    "Facter::Core::Execution.execute": "String",
    **dict.fromkeys(("Shellwords.split", "Shellwords.shellsplit", "Shellwords.shellwords"), "Array"),
    "Array.new": "Array",
    "Hash.new": "Hash",
}
"""Methods of modules and classes themselves."""
PICKING = frozenset(("first", "last", "max", "min", "sample"))
"""Methods of arrays that return an element if they have no arguments."""
LITERALS: Mapping[str, str] = {
    **dict.fromkeys(("string", "chained_string", "heredoc_beginning", "character", "subshell"), "String"),
    **dict.fromkeys(("array", "string_array", "symbol_array"), "Array"),
    **dict.fromkeys(("true", "false"), "Boolean"),
    "integer": "Integer",
    "float": "Float",
    "hash": "Hash",
    "nil": "Undef",
}
