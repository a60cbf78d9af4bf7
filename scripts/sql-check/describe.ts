// Reads PostgreSQL's description of a statement without running it: its parameters and columns.
import type pg from 'pg'

export type Column = {
  name: string
  type: string
  /** Name of the column in its table; null for an expression. */
  column: string | null
  /** Null when PostgreSQL cannot tell: an expression, a view, a column of a UNION. */
  nullable: boolean | null
}

export type Description = { parameters: string[]; columns: Column[] }

type Field = { name: string; tableID: number; columnID: number; dataTypeID: number }

type Wire = {
  parse: (statement: { name: string; text: string; types: number[] }) => void
  describe: (what: { type: 'S'; name: string }) => void
  sync: () => void
  once: (event: 'parameterDescription', take: TakeParameters) => void
  off: (event: 'parameterDescription', take: TakeParameters) => void
}

type TakeParameters = (message: { dataTypeIDs: number[] }) => void

/** Requests the description of a statement with the extended protocol: Parse, Describe, Sync. */
class Describe {
  parameters: number[] = []
  fields: Field[] = []
  readonly #text: string
  readonly #done: (error: Error | null) => void
  readonly #take: TakeParameters = ({ dataTypeIDs }) => {
    this.parameters = dataTypeIDs
  }

  constructor(text: string, done: (error: Error | null) => void) {
    this.#text = text
    this.#done = done
  }

  submit(connection: pg.Connection): void {
    const wire = connection as unknown as Wire
    wire.once('parameterDescription', this.#take)
    wire.parse({ name: '', text: this.#text, types: [] })
    wire.describe({ type: 'S', name: '' })
    wire.sync()
  }

  handleRowDescription({ fields }: { fields: Field[] }): void {
    this.fields = fields
  }

  handleError(error: Error, connection: pg.Connection): void {
    const wire = connection as unknown as Wire
    wire.off('parameterDescription', this.#take)
    this.#done(error)
  }

  handleReadyForQuery(): void {
    this.#done(null)
  }
}

export type Catalog = {
  typeNames: Map<number, string>
  /** Columns by the numbers of table and column. */
  columns: Map<string, { name: string; notNull: boolean }>
}

export async function readCatalog(client: pg.Client): Promise<Catalog> {
  const types = await client.query<{ oid: number; name: string }>(
    `select t.oid, case when e.oid is null then t.typname else e.typname || '[]' end as name
     from pg_type t left join pg_type e on e.oid = t.typelem and t.typcategory = 'A'`,
  )
  const columns = await client.query<{ key: string; name: string; notNull: boolean }>(
    `select a.attrelid || '.' || a.attnum as key, a.attname as name, a.attnotnull as "notNull"
     from pg_attribute a join pg_class c on c.oid = a.attrelid
     where c.relkind in ('r', 'p') and a.attnum > 0`,
  )
  return {
    typeNames: new Map(types.rows.map(({ oid, name }) => [oid, name])),
    columns: new Map(columns.rows.map(({ key, ...column }) => [key, column])),
  }
}

/** Describes a statement. Throws PostgreSQL's error when the statement is invalid. */
export async function describe(
  client: pg.Client,
  catalog: Catalog,
  text: string,
): Promise<Description> {
  const asked = await new Promise<Describe>((resolve, reject) => {
    const request: Describe = new Describe(text, (error) =>
      error ? reject(error) : resolve(request),
    )
    client.query(request as unknown as pg.Submittable)
  })
  const outer = / (left|right|full) (outer )?join /i.test(text.replaceAll(/\s+/g, ' '))
    ? await outputsOfOuterJoins(client, text)
    : { names: [], nullable: new Set<string>() }
  return {
    parameters: asked.parameters.map((oid) => catalog.typeNames.get(oid) ?? String(oid)),
    columns: asked.fields.map((field, at) => {
      const column = catalog.columns.get(`${field.tableID}.${field.columnID}`)
      const mayBeMissing = outer.nullable.has(outer.names[at] ?? '')
      return {
        name: field.name,
        type: catalog.typeNames.get(field.dataTypeID) ?? String(field.dataTypeID),
        column: column?.name ?? null,
        nullable: mayBeMissing || (column ? !column.notNull : null),
      }
    }),
  }
}

type Plan = { 'Join Type'?: string; Output?: string[]; Plans?: Plan[] }

/** Output expressions of a plan, and the expressions that an outer join can set to null. */
async function outputsOfOuterJoins(client: pg.Client, text: string) {
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
    `explain (verbose, generic_plan, costs off, format json) ${text}`,
  )
  const plan = rows[0]?.['QUERY PLAN'][0].Plan
  const nullable = new Set<string>()
  const visit = ({ 'Join Type': join, Plans: parts = [] }: Plan) => {
    const [left, right] = parts
    if (join === 'Left' || join === 'Full') add(right)
    if (join === 'Right' || join === 'Full') add(left)
    for (const part of parts) visit(part)
  }
  const add = (part: Plan | undefined) => {
    for (const name of part?.Output ?? []) nullable.add(name)
  }
  if (plan) visit(plan)
  return { names: plan?.Output ?? [], nullable }
}
