// sortid mask and unmask: public ids that hide their time.
#include <memory>

#include "commands/commands.hpp"
#include "ids/conversion.hpp"
#include "key_file.hpp"
#include "output.hpp"
#include "values.hpp"

namespace sortid::cli {

namespace {

constexpr std::string_view uuid_versions = "8|4";

struct mask_command_options {
  std::string key_file;
  std::string from;
  std::string version;
  bool uuidv47 = false;
  std::string invalid;
  std::string jobs;
  std::vector<std::string> ids;
};

status run_masks(mask_direction direction, const mask_command_options& given) {
  const unsigned version =
      given.version.empty() || choice_of("--uuid-version", given.version, uuid_versions) == 0 ? 8 : 4;
  const std::optional<format> stored = format_if_named(given.from);
  const auto key = key_of_file(given.key_file);
  if (!key) return status::io_failed;
  if (given.uuidv47 && (!given.version.empty() || (stored && !detail::is_uuid(stored->layout()))))
    throw usage_error("--uuidv47 is for UUIDs, and shows version 4");
  if (given.uuidv47 && key->bytes().size() != detail::key_size)
    throw usage_error(fmt::format("--uuidv47 takes a key of {} bytes", detail::key_size));
  const masking mask = given.uuidv47 ? masking(direction, uuidv47(key->bytes().first<detail::key_size>()))
                                     : masking(direction, *key, version);
  const bool named = stored || given.uuidv47;
  const conversion changes(named ? id_parser::format_of(mask.read_format(stored.value_or(format::of<uuid>())))
                                 : id_parser::any_format(),
                           target{.mask = &mask});
  return run_stream(
      changes.work(), given.ids,
      {.threads = threads_of(given.jobs), .invalid_path = given.invalid, .block_size = large_block});
}

command command_of(mask_direction direction, const std::string& name, std::string description,
                   std::string footer) {
  const auto given = std::make_shared<mask_command_options>();
  return {
      .name = name,
      .description = std::move(description),
      .options = {{.flags = {"-k", "--key-file"},
                   .target = &given->key_file,
                   .value = std::string(any_file_name),
                   .description = std::string(key_file_description),
                   .required = true},
                  value_option({"-f", "--from"}, given->from, any_format_name,
                               "Format of the ids as they are stored (default: what the text is)"),
                  value_option({"--uuid-version"}, given->version, uuid_versions,
                               "Version of masked UUIDs and TypeIDs (default: 8)"),
                  flag_option({"--uuidv47"}, given->uuidv47,
                              "UUIDs as the programs of that name show them: only their time is hidden"),
                  invalid_option(given->invalid),
                  jobs_option(given->jobs),
                  ids_argument(given->ids, name)},
      .footer = std::move(footer),
      .run = [direction, given] { return run_masks(direction, *given); },
  };
}

}  // namespace

command mask_command() {
  return command_of(mask_direction::mask, "mask", "Write ids as public ids that hide their time",
                    "Under one key equal ids have equal masks, and `sortid unmask` gives the ids\n"
                    "back. A UUID of version 7 becomes one of version 8. It is no authentication:\n"
                    "see docs/mask.md.\n"
                    "\n"
                    "Examples:\n"
                    "  (umask 077 && openssl rand -hex 32 > mask.key)\n"
                    "  sortid mask --key-file mask.key 01ARZ3NDEKTSV4RRFFQ69G5FAV\n"
                    "  sortid mask --key-file mask.key --from uid11-snowish < ids.txt > public.txt");
}

command unmask_command() {
  return command_of(mask_direction::unmask, "unmask", "Write the ids that `mask` was given",
                    "Any valid id unmasks to some id: look it up before you trust it. --from names\n"
                    "the format of the ids as they are stored.\n"
                    "\n"
                    "Examples:\n"
                    "  sortid unmask --key-file mask.key < public.txt > ids.txt");
}

}  // namespace sortid::cli
