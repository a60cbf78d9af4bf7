// Writes the tables of docs/security.md that follow from the contract; a test finds them stale.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { api } from '#contract/api.ts'
import { mayDo, PERMISSIONS, ROLES, rolesWith } from '#contract/permissions.ts'
import type { RouteDef } from '#contract/route.ts'
import { readCommand } from '#server/platform/command.ts'
import { ROOT, say } from './project.ts'

export const TARGET = join(ROOT, 'docs/security.md')

/** What a field is called in the contract, and as what the team reveals it. */
const FIELDS: Record<string, { keys: readonly string[]; revealed?: string }> = {
  'national id': { keys: ['identification_number'], revealed: 'identification' },
  'last digits of the national id': { keys: ['identificationTail', 'identification'] },
  'e-mail': { keys: ['email'], revealed: 'email' },
  phone: { keys: ['phone', 'phone_number', 'phoneNumber'], revealed: 'phone' },
  'last name': { keys: ['last_name', 'lastName'] },
  'day of birth': { keys: ['birthDate'] },
  plate: { keys: ['plate'] },
  'place of a person or car': { keys: ['position', 'positions'] },
  balance: { keys: ['balance', 'available'] },
  'account for payouts': { keys: ['holder', 'accountNumber'] },
}

type Call = RouteDef & { name: string; module: string }

const calls: Call[] = Object.entries(api).flatMap(([module, group]) =>
  Object.entries<RouteDef>(group).map(([name, call]) => ({ ...call, name, module })),
)

/** Names of all properties of a schema, at any depth. */
function keysOf(schema: z.ZodType | undefined, io: 'input' | 'output'): Set<string> {
  const keys = new Set<string>()
  const walk = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    if ('properties' in node) for (const key of Object.keys(node.properties ?? {})) keys.add(key)
    Object.values(node).forEach(walk)
  }
  if (schema) walk(z.toJSONSchema(schema, { io, unrepresentable: 'any' }))
  return keys
}

const audience = ({ auth }: Call) =>
  typeof auth === 'object' ? `\`${auth.permission}\`` : auth === 'live' ? 'a session' : 'anybody'

/** Audiences with the modules that answer them, and the calls that answer anybody. */
function audiences(answering: readonly Call[]): string {
  return [...Map.groupBy(answering, audience)]
    .map(([who, by]) => {
      const names = by.map(({ module, name }) => (who === 'anybody' ? `${module}.${name}` : module))
      return `${who} (${[...new Set(names)].join(', ')})`
    })
    .sort()
    .join('; ')
}

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
const table = (head: readonly string[], rows: readonly string[][]) =>
  [row(head), `|${'---|'.repeat(head.length)}`, ...rows.map(row)].join('\n')

const permission = (name: string) => `\`${name}\``

const tables: Record<string, () => string> = {
  roles: () =>
    table(
      ['role', 'permissions'],
      ROLES.map((role) => [
        `\`${role}\``,
        PERMISSIONS.filter((each) => mayDo([role], each))
          .map(permission)
          .join(', ') || 'none: its own rows only',
      ]),
    ),
  permissions: () =>
    table(
      ['permission', 'roles', 'calls'],
      PERMISSIONS.map((each) => [
        permission(each),
        rolesWith(each).join(', '),
        calls
          .filter(({ auth }) => typeof auth === 'object' && auth.permission === each)
          .map(({ module, name }) => `${module}.${name}`)
          .join(', '),
      ]),
    ),
  fields: () =>
    table(
      ['field', 'in the answers to', 'whole, with a reason', 'sent in'],
      Object.entries(FIELDS).map(([field, { keys, revealed }]) => [
        field,
        audiences(calls.filter(({ ok }) => keys.some((key) => keysOf(ok, 'output').has(key)))),
        revealed ? '`people.reveal` (backOffice.revealDatum)' : '',
        audiences(calls.filter(({ body }) => keys.some((key) => keysOf(body, 'input').has(key)))),
      ]),
    ),
}

/** Returns the page with its generated tables, each between two comments, written anew. */
export function withTables(page: string): string {
  return page.replaceAll(
    /(<!-- generated: (\w+) -->\n)[\s\S]*?(\n<!-- end -->)/g,
    (_, start: string, name: string, end: string) => `${start}${tables[name]?.()}${end}`,
  )
}

if (process.argv[1] === import.meta.filename) {
  readCommand({
    call: 'node scripts/security-docs.ts',
    about: 'Writes the tables of docs/security.md that follow from the contract.',
  })
  writeFileSync(TARGET, withTables(readFileSync(TARGET, 'utf8')))
  say(TARGET)
}
