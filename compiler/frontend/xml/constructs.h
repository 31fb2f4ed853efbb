#ifndef HPDL_COMPILER_FRONTEND_XML_CONSTRUCTS_H_
#define HPDL_COMPILER_FRONTEND_XML_CONSTRUCTS_H_

#include "compiler/frontend/xml/schema_reader.h"

/// One reader per construct. Each adds what it read to the reader's workflow; after an error the
/// node is there all the same, with empty names where they are missing.
namespace hpdl::frontend {

void ReadStart(SchemaReader& reader, Element element, const Scope& scope);
void ReadEnd(SchemaReader& reader, Element element, const Scope& scope);
/// kill of Oozie, fail of HWS.
void ReadKill(SchemaReader& reader, Element element, const Scope& scope);
void ReadFork(SchemaReader& reader, Element element, const Scope& scope);
void ReadHwsFork(SchemaReader& reader, Element element, const Scope& scope);
void ReadJoin(SchemaReader& reader, Element element, const Scope& scope);
void ReadHwsJoin(SchemaReader& reader, Element element, const Scope& scope);
void ReadDecision(SchemaReader& reader, Element element, const Scope& scope);
void ReadHwsDecision(SchemaReader& reader, Element element, const Scope& scope);
void ReadAction(SchemaReader& reader, Element element, const Scope& scope);
/// An element named like an HWS action kind. False if there is no such kind; nothing is reported
/// then.
bool ReadHwsAction(SchemaReader& reader, Element element, const Scope& scope);
void ReadParameters(SchemaReader& reader, Element element, const Scope& scope);
void ReadCredentials(SchemaReader& reader, Element element, const Scope& scope);

/// True if the element is in a namespace of SLA elements.
bool IsSla(Element element);
/// Checks an SLA element against the version of the workflow and keeps its place.
void ReadSla(SchemaReader& reader, Element element, const Scope& scope);

}  // namespace hpdl::frontend

#endif  // HPDL_COMPILER_FRONTEND_XML_CONSTRUCTS_H_
