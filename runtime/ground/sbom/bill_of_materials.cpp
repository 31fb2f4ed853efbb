#include "runtime/ground/sbom/bill_of_materials.h"

#include <utility>

#include "runtime/ground/base/json_writer.h"

namespace hpdl::rt {

/// Appends `json` to the document. If `json` begins with a comma and the document ends with '[',
/// leaves the comma out.
void BillOfMaterials::Raw(std::string_view json) {
  if (json.starts_with(',') && text_.ends_with('[')) {
    json.remove_prefix(1);
  }
  text_.append(json);
}

/// Appends `json` to the document like Raw(), and then `value` as a JSON string.
void BillOfMaterials::Put(std::string_view json, std::string_view value) {
  Raw(json);
  JsonWriter quoted;
  quoted.Text(value);
  text_.append(quoted.text());
}

BillOfMaterials::BillOfMaterials(std::string_view name, std::string_view version,
                                 std::string_view compiler) {
  Raw(R"({"bomFormat":"CycloneDX","specVersion":"1.5","version":1,"metadata":{)");
  if (!compiler.empty()) {
    Put(R"("tools":{"components":[{"type":"application","name":"hpdlc","version":)", compiler);
    Raw("}]},");
  }
  Put(R"("component":{"type":"application","bom-ref":"this","name":)", name);
  Put(R"(,"version":)", version);
  Raw(R"(,"properties":[)");
}

void BillOfMaterials::Property(std::string_view name, std::string_view value) {
  Put(R"(,{"name":)", "hpdl:" + std::string(name));
  Put(R"(,"value":)", value);
  Raw("}");
}

void BillOfMaterials::Definition(std::string_view name) {
  Raw(definitions_ == 0 ? R"(],"components":[)" : "]}");
  Put(R"(,{"type":"file","bom-ref":)", "definition " + std::to_string(definitions_++));
  Put(R"(,"name":)", name);
  Raw(R"(,"properties":[)");
}

std::string BillOfMaterials::End(std::span<const LibraryRow> libraries) {
  Raw(definitions_ == 0 ? "]" : "]}]");
  Raw(R"(}},"components":[)");
  for (const LibraryRow& library : libraries) {
    const std::string_view licence = library.licence;
    const bool one = licence.find(' ') == std::string_view::npos;
    Put(R"(,{"type":"library","bom-ref":)", library.name);
    Put(R"(,"name":)", library.name);
    Put(R"(,"version":)", library.version);
    Put(one ? R"(,"licenses":[{"license":{"id":)" : R"(,"licenses":[{"expression":)", licence);
    Put(one ? R"(}}],"purl":)" : R"(}],"purl":)", library.url);
    Raw("}");
  }
  Raw(R"(],"dependencies":[{"ref":"this","dependsOn":[)");
  for (const LibraryRow& library : libraries) {
    Put(",", library.name);
  }
  Raw("]}]}\n");
  return std::move(text_);
}

}  // namespace hpdl::rt
