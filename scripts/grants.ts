// Writes database/grants.sql from the data that modules declare; a test finds it stale.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { modules } from '#server/modules.ts'
import { readCommand } from '#server/platform/command.ts'
import type { ModuleData } from '#server/platform/module-data.ts'
import { ROOT, say } from './project.ts'

export const TARGET = join(ROOT, 'database/grants.sql')

const COLUMNS = 100

const HEAD = `-- What the role of the app may do. What is not named here gives it nothing.
-- Written by \`npm run db:grants\` from the data.ts of every module.
do $$ begin
  if not exists (select from pg_roles where rolname = 'cupo_app') then
    create role cupo_app nologin;
  end if;
-- Another process on the same server made it at the same moment.
exception when duplicate_object or unique_violation then null;
end $$;
grant cupo_app to current_user;
grant usage on schema public to cupo_app;
revoke all on all tables in schema public from cupo_app;
revoke all on all functions in schema public from public, cupo_app;

-- Written by migrate.ts, read by the health of the program.
grant select on schema_migrations to cupo_app;
`

const RIGHTS = {
  read: 'select',
  append: 'select, insert',
  write: 'select, insert, update, delete',
} as const

/** Generates the file: one section for each module that declares data. */
export function grantsFile(): string {
  const sections = modules.flatMap(({ name, data }) => {
    const grants = data ? grantsOf(data) : []
    return grants.length > 0 ? [`\n-- ${name}\n${grants.join('\n')}\n`] : []
  })
  return HEAD + sections.join('')
}

function grantsOf({ tables = {}, views = [], functions = [] }: ModuleData): string[] {
  const all = Object.entries(tables).map(([name, { app }]) => ({ name, app }))
  const withRight = (right: keyof typeof RIGHTS) =>
    all.flatMap(({ name, app }) => {
      const own = typeof app === 'string' ? app : 'append'
      return own === right ? [name] : []
    })
  const columns = all.flatMap(({ name, app }) =>
    typeof app === 'string'
      ? []
      : [grant('update (', [...app.update], `) on ${name} to cupo_app;`)],
  )
  const rights = (['write', 'append', 'read'] as const).flatMap((right) => {
    const names = right === 'read' ? [...withRight(right), ...views] : withRight(right)
    return names.length > 0 ? [grant(`${RIGHTS[right]} on `, names, ' to cupo_app;')] : []
  })
  const calls =
    functions.length > 0 ? [grant('execute on function ', [...functions], ' to cupo_app;')] : []
  return [...rights, ...columns, ...calls]
}

/** Writes one statement on one line when it fits, else with the names on separate lines. */
function grant(before: string, names: readonly string[], after: string): string {
  const line = `grant ${before}${names.join(', ')}${after}`
  if (line.length <= COLUMNS) return line
  const rows: string[] = []
  for (const [index, name] of names.entries()) {
    const word = index < names.length - 1 ? `${name},` : name
    const row = rows.at(-1)
    if (row === undefined || `${row} ${word}`.length > COLUMNS) rows.push(`  ${word}`)
    else rows[rows.length - 1] = `${row} ${word}`
  }
  return [`grant ${before.trimEnd()}`, ...rows, after.trimStart()].join('\n')
}

if (process.argv[1] === import.meta.filename) {
  readCommand({
    call: 'npm run db:grants',
    about: 'Writes database/grants.sql from the data that modules declare.',
  })
  writeFileSync(TARGET, grantsFile())
  say(TARGET)
}
