// Compares PostgreSQL's description of a statement with the types that TypeScript declares.
import type { Expression } from 'typescript/unstable/ast'
import { SymbolFlags, type Type, TypeFlags } from 'typescript/unstable/sync'
import type { Column, Description } from './describe.ts'
import type { Sources } from './program.ts'
import type { Statement } from './statements.ts'

/** TypeScript kinds that `server/platform/db/open.ts` parses each database type to. */
const KINDS: Record<string, string> = {
  bool: 'boolean',
  bytea: 'Buffer',
  timestamp: 'Date',
  timestamptz: 'Date',
  json: 'json',
  jsonb: 'json',
  void: 'string',
  ...of('number', 'int2 int4 int8 float4 float8 numeric oid'),
  ...of('string', 'text varchar bpchar name uuid date pg_snapshot xid8 regclass char'),
}

function of(kind: string, types: string): Record<string, string> {
  return Object.fromEntries(types.split(' ').map((type) => [type, kind]))
}

/** Kind such as `number` or `Date[]`; undefined for types that nobody reads or sends. */
function kindOf(type: string): string | undefined {
  if (!type.endsWith('[]')) return KINDS[type]
  const element = kindOf(type.slice(0, -2))
  return element && `${element}[]`
}

/** Returns the differences as sentences. */
export function differences(
  sources: Sources,
  statement: Statement,
  { parameters, columns }: Description,
): string[] {
  const sent = statement.values.flatMap((value, at) =>
    faultOfValue(sources, value, parameters[at] ?? '?').map((fault) => `$${at + 1} ${fault}`),
  )
  const { row } = statement
  return row ? [...sent, ...faultsOfRow(sources, row, columns, statement.text)] : sent
}

function faultsOfRow({ checker }: Sources, row: Type, columns: Column[], text: string): string[] {
  const fields = checker.getPropertiesOfType(row)
  const names = new Set(columns.map(({ name }) => name))
  const missing = fields
    .filter(({ name, flags }) => !names.has(name) && !(flags & SymbolFlags.Optional))
    .map(({ name }) => `the statement has no column ${name}`)
  const faults = columns.flatMap((column) => {
    const field = fields.find(({ name }) => name === column.name)
    const type = field && checker.getTypeOfSymbol(field)
    if (!type) return [`the row type has no ${column.name}`]
    const optional = (field.flags & SymbolFlags.Optional) !== 0
    return faultOfColumn({ checker } as Sources, column, type, optional, text)
  })
  return [...missing, ...faults]
}

function faultOfColumn(
  sources: Sources,
  { name, type, column, nullable }: Column,
  told: Type,
  optional: boolean,
  text: string,
): string[] {
  const written = sources.checker.typeToString(told)
  const parts = partsOf(told)
  const mayBeNull = parts.some(({ flags }) => flags & TypeFlags.Null)
  const faults: string[] = []
  if (!fits(sources, told, kindOf(type))) faults.push(`${name} is ${type}, not ${written}`)
  const excluded = new RegExp(`\\b${column} is not null\\b`, 'i').test(text)
  if (nullable === true && !mayBeNull && !excluded) {
    faults.push(`${name} may be null, and ${written} does not say so`)
  }
  if (nullable === false && mayBeNull && !optional) faults.push(`${name} is never null`)
  return faults
}

function partsOf(type: Type): readonly Type[] {
  return type.isUnionType() ? (type.getTypes() ?? []) : [type]
}

/** Whether a TypeScript type, except for null, consists of values of this kind. */
function fits(sources: Sources, type: Type, kind: string | undefined): boolean {
  if (kind === undefined) return false
  return partsOf(type).every((part) => fitsOne(sources, part, kind))
}

function fitsOne(sources: Sources, part: Type, kind: string): boolean {
  const { flags } = part
  if (flags & (TypeFlags.Null | TypeFlags.Undefined | TypeFlags.Void | TypeFlags.Unknown))
    return true
  if (kind === 'json') return !(flags & TypeFlags.Any)
  if (kind.endsWith('[]')) return fitsList(sources, part, kind.slice(0, -2))
  if (kind === 'Date' || kind === 'Buffer') return part.getSymbol()?.name === kind
  if (kind === 'number') return (flags & (TypeFlags.Number | TypeFlags.NumberLiteral)) !== 0
  if (kind === 'boolean') return (flags & (TypeFlags.Boolean | TypeFlags.BooleanLiteral)) !== 0
  const strings = TypeFlags.String | TypeFlags.StringLiteral | TypeFlags.TemplateLiteral
  if (part.isIntersectionType())
    return part.getTypes()?.some((each) => fitsOne(sources, each, kind)) ?? false
  return (flags & strings) !== 0
}

function fitsList({ checker }: Sources, part: Type, kind: string): boolean {
  if (!checker.isArrayType(part) && !checker.isTupleType(part)) return false
  if (!part.isTypeReference()) return false
  return checker
    .getTypeArguments(part)
    .every((element) => fits({ checker } as Sources, element, kind))
}

function faultOfValue(sources: Sources, value: Expression, type: string): string[] {
  const sent = sources.checker.getTypeAtLocation(value)
  if (sent && fits(sources, sent, kindOf(type))) return []
  const written = sent ? sources.checker.typeToString(sent) : '?'
  return [`(${value.getText()}) is ${type}, not ${written}`]
}
