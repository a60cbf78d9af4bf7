// Converts the schemas of the contract, by name, to JSON Schema for the description of the API.
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { ROOT } from '../project.ts'

export type Json = Record<string, unknown>
type Io = 'input' | 'output'

const REFERENCE = '#/components/schemas/'

/** Returns every schema that a file of `contract/` exports under a capitalised name. */
export async function namedSchemas(): Promise<ReadonlyMap<string, z.ZodType>> {
  const named = new Map<string, z.ZodType>()
  const paths = globSync('contract/*.ts', { cwd: ROOT }).filter((path) => !/\.test\.ts$/.test(path))
  for (const path of paths.sort()) {
    const exported: Record<string, unknown> = await import(join(ROOT, path))
    for (const [name, value] of Object.entries(exported)) {
      if (!(value instanceof z.ZodType) || !/^[A-Z]/.test(name)) continue
      if ([...named.values()].includes(value)) continue
      if (named.has(name)) throw new Error(`two schemas of contract/ are called ${name}`)
      named.set(name, value)
    }
  }
  return named
}

/** Converts schemas to JSON Schema, and collects the named schemas that they refer to. */
export class SchemaWriter {
  readonly #converted: Record<Io, Record<string, Json>>
  readonly #ids = new Map<z.ZodType, string>()
  readonly #used = new Map<string, Json>()

  /** `others`: every schema without a name that will be passed to `refer`. */
  constructor(named: ReadonlyMap<string, z.ZodType>, others: readonly z.ZodType[]) {
    const registry = z.registry<{ id: string }>()
    for (const [name, schema] of named) this.#ids.set(schema, name)
    for (const schema of others) {
      if (!this.#ids.has(schema)) this.#ids.set(schema, `anonymous${this.#ids.size}`)
    }
    for (const [schema, id] of this.#ids) registry.add(schema, { id })
    this.#converted = { input: convert(registry, 'input'), output: convert(registry, 'output') }
  }

  /** Returns a reference for a named schema, else the schema itself. */
  refer(schema: z.ZodType, io: Io): Json {
    const id = this.#idOf(schema)
    return id.startsWith('anonymous') ? this.write(schema, io) : this.#reference(id, io)
  }

  /** Returns the schema itself, also when it has a name. */
  write(schema: z.ZodType, io: Io): Json {
    return this.#resolve(this.#converted[io][this.#idOf(schema)] ?? {}, io)
  }

  #idOf(schema: z.ZodType): string {
    const id = this.#ids.get(schema)
    if (id === undefined) throw new Error('a schema that was not announced')
    return id
  }

  /** Returns every named schema that was referred to, sorted by name. */
  components(): Json {
    const names = [...this.#used.keys()].sort()
    return Object.fromEntries(names.map((name) => [name, this.#used.get(name)]))
  }

  /** Each name has one form; when input and output differ, the input is called `<name>Input`. */
  #reference(id: string, io: Io): Json {
    const { input, output } = this.#converted
    const differs = JSON.stringify(input[id]) !== JSON.stringify(output[id])
    const name = io === 'input' && differs ? `${id}Input` : id
    if (!this.#used.has(name)) {
      // Marked as used before the recursion, because a schema can refer to itself.
      this.#used.set(name, {})
      this.#used.set(name, this.#resolve(this.#converted[io][id] ?? {}, io))
    }
    return { $ref: REFERENCE + name }
  }

  #resolve(value: Json, io: Io): Json {
    const walk = (each: unknown): unknown => {
      if (Array.isArray(each)) return each.map(walk)
      if (typeof each !== 'object' || each === null) return each
      const { $ref, ...rest } = each as Json
      if (typeof $ref !== 'string') {
        return Object.fromEntries(Object.entries(rest).map(([key, part]) => [key, walk(part)]))
      }
      const id = $ref.slice(REFERENCE.length)
      return { ...this.#reference(id, io), ...(walk(rest) as Json) }
    }
    return walk(value) as Json
  }
}

function convert(registry: z.core.$ZodRegistry<{ id: string }>, io: Io): Record<string, Json> {
  const uri = (id: string) => REFERENCE + id
  const { schemas } = z.toJSONSchema(registry, {
    io,
    uri,
    unrepresentable: 'any',
    override: numberOfText,
  })
  const plain = Object.entries(schemas).map(([id, schema]) => {
    const { $schema: _schema, $id: _id, id: _name, ...rest } = schema as Json
    return [id, exact(rest)]
  })
  return Object.fromEntries(plain)
}

type Override = NonNullable<NonNullable<Parameters<typeof z.toJSONSchema>[1]>['override']>

/** Describes a number that comes as text, as in a query (`queryInt`), by its type and limits. */
const numberOfText: Override = ({ zodSchema, jsonSchema }) => {
  const { def } = zodSchema._zod
  if (def.type !== 'pipe' || jsonSchema.type !== 'string') return
  const { out } = def as z.core.$ZodPipeDef
  if (out._zod.def.type !== 'number') return
  const { $schema: _, ...number } = z.toJSONSchema(out, { io: 'input' })
  delete jsonSchema.pattern
  Object.assign(jsonSchema, number)
}

/**
 * Says what JSON Schema of Zod leaves wide: a literal integer is an `integer`, one without limits
 * has none, and an object with a closed list of keys has these properties.
 */
function exact(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(exact)
  if (typeof value !== 'object' || value === null) return value
  const each = Object.fromEntries(Object.entries(value).map(([key, part]) => [key, exact(part)]))
  const literals = Array.isArray(each.enum) ? each.enum : [each.const]
  if (each.type === 'number' && literals.every(Number.isInteger)) each.type = 'integer'
  if (each.minimum === Number.MIN_SAFE_INTEGER) delete each.minimum
  if (each.maximum === Number.MAX_SAFE_INTEGER) delete each.maximum
  if (each.propertyNames && Array.isArray(each.required)) {
    each.properties = Object.fromEntries(each.required.map((k) => [k, each.additionalProperties]))
    each.additionalProperties = false
    delete each.propertyNames
  }
  return each
}
