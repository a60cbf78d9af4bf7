// Generates values from a schema of the contract: valid, almost valid, or meant to break it.
import fc from 'fast-check'
import type { z } from 'zod'

/** Texts and numbers that exist in the world under test, to use in any field of their type. */
export type Pool = {
  /** Ids; responses add new ones. */
  ids: string[]
  texts: readonly string[]
  numbers: readonly number[]
}

type Def = { type: string } & Record<string, unknown>
type Check = { _zod: { def: Record<string, unknown> } }

/** Values that are known to cause faults in servers. */
export const hostileLeaf: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    [],
    {},
    '',
    ' ',
    0,
    -1,
    1.5,
    1e308,
    2 ** 53,
    -(2 ** 63),
    '\u0000',
    'a\u0000b',
    '\ud800',
    '\udfff x',
    '\uffff',
    '\u202eabc',
    'e\u0301',
    '__proto__',
    'constructor',
    "' or '1'='1",
    '%00',
    '../../etc/passwd',
    '0000-01-01',
    '0000-01-01T00:00:00Z',
    '9999-12-31T23:59:59.999Z',
    '2026-02-30',
    '+275760-09-13T00:00:00Z',
    '1e9',
    'NaN',
    '99999999999999999999',
    'x'.repeat(300),
    'ñ'.repeat(5_000),
    '<script>',
    '{{7*7}}',
    '00000000-0000-0000-0000-000000000000',
  ),
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.jsonValue({ maxDepth: 3 }),
  fc.double(),
)

/** Values that the schema describes; most are valid. */
export function valuesOf(schema: z.ZodType, pool: Pool): fc.Arbitrary<unknown> {
  const def = schema._zod.def as unknown as Def
  const below = (child: unknown) => valuesOf(child as z.ZodType, pool)
  switch (def.type) {
    case 'object':
      return objectOf(def.shape as Record<string, z.ZodType>, pool)
    case 'array':
      return fc.array(below(def.element), { minLength: 1, maxLength: 5 })
    case 'union':
      return fc.oneof(...(def.options as unknown[]).map(below))
    case 'pipe':
      return below(def.in)
    case 'optional':
      return fc.oneof({ weight: 2, arbitrary: below(def.innerType) }, fc.constant(undefined))
    case 'nullable':
      return fc.oneof({ weight: 3, arbitrary: below(def.innerType) }, fc.constant(null))
    case 'default':
    case 'prefault':
    case 'readonly':
      return fc.oneof({ weight: 3, arbitrary: below(def.innerType) }, fc.constant(undefined))
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries as Record<string, string>))
    case 'literal':
      return fc.constantFrom(...(def.values as unknown[]))
    case 'boolean':
      return fc.boolean()
    case 'number':
      return numberOf(schema, def, pool)
    case 'string':
      return textOf(schema, def, pool)
    default:
      return hostileLeaf
  }
}

function objectOf(shape: Record<string, z.ZodType>, pool: Pool): fc.Arbitrary<unknown> {
  const fields = Object.fromEntries(
    Object.entries(shape).map(([name, child]) => [name, valuesOf(child, pool)]),
  )
  return fc.record(fields).map(withoutUndefined)
}

function withoutUndefined(value: object): object {
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined))
}

function numberOf(schema: z.ZodType, def: Def, pool: Pool): fc.Arbitrary<unknown> {
  const checks = ((def.checks as Check[] | undefined) ?? []).map(({ _zod }) => _zod.def)
  const limit = (kind: string) => checks.find(({ check }) => check === kind)?.value
  const min = Number(limit('greater_than') ?? -1_000)
  const max = Number(limit('less_than') ?? min + 100_000)
  const fitting = pool.numbers.filter((value) => schema.safeParse(value).success)
  const any = fc.integer({ min: Math.ceil(min), max: Math.floor(Math.max(min, max)) })
  const edge = fc.constantFrom(min, max)
  return fc.oneof(any, edge, fitting.length > 0 ? fc.constantFrom(...fitting) : any)
}

function textOf(schema: z.ZodType, def: Def, pool: Pool): fc.Arbitrary<unknown> {
  if (def.format === 'uuid') {
    return fc.oneof(
      { weight: 12, arbitrary: fc.nat().map((at) => pool.ids[at % pool.ids.length]) },
      fc.uuid(),
    )
  }
  const fitting = pool.texts.filter((value) => schema.safeParse(value).success)
  const free = fc.string({ unit: 'grapheme', maxLength: 40 })
  if (fitting.length === 0) return madeBy(def) ?? free
  return fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...fitting) },
    { weight: 1, arbitrary: madeBy(def) ?? free },
  )
}

/** Texts that match a pattern, if fast-check supports it. */
function madeBy(def: Def): fc.Arbitrary<string> | undefined {
  const checks = ((def.checks as Check[] | undefined) ?? []).map(({ _zod }) => _zod.def)
  const pattern = checks.find(({ pattern }) => pattern instanceof RegExp)?.pattern
  if (!(pattern instanceof RegExp)) return undefined
  try {
    return fc.stringMatching(pattern)
  } catch {
    return undefined
  }
}

/** The value with one fault: a field removed, added, or of another type. */
export function nearly(value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.tuple(value, fc.nat(), hostileLeaf, fc.nat(3)).map(([whole, at, leaf, how]) => {
    if (typeof whole !== 'object' || whole === null || Array.isArray(whole)) return leaf
    const entries = Object.entries(whole)
    if (entries.length === 0 || how === 0) return { ...whole, [`x${at % 9}`]: leaf }
    const [name] = entries[at % entries.length] ?? ['']
    if (how === 1) return Object.fromEntries(entries.filter(([key]) => key !== name))
    return { ...whole, [name]: leaf }
  })
}
