// Generates docs/configuration.md from the variables that the server reads.
import { z } from 'zod'
import { Environment, environmentGroups } from '#server/environment.ts'
import { productionProblems } from '#server/production-rules.ts'

const HEAD = `# Configuration

Made from \`server/environment.ts\` by \`npm run docs:configuration\`; a test fails when stale.
Read once at the start. An empty variable counts as not set. Production (\`NODE_ENV=production\`)
does not start without those marked **needed**, nor with an address in clear, a key of tests, a
secret that can be guessed or two that are equal. \`npm run keys:new\` makes new
secrets, and [deploy.md](deploy.md) says where the others come from.
\`npm run doctor\` says which are missing or wrong, and what else is.
`

/** Generates the whole page. Throws when a variable has no description. */
export function configurationPage(): string {
  const needed = neededInProduction()
  const parts = Object.entries(environmentGroups).map(([title, group]) => {
    const rows = Object.entries(group).map(([name, schema]) => rowOf(name, schema, needed))
    const table = [
      '| variable | default | production | accepted, and what it is |',
      '|---|---|---|---|',
    ]
    return [`## ${title}`, '', ...table, ...rows, ''].join('\n')
  })
  return [HEAD, ...parts].join('\n')
}

const EXAMPLE_HEAD = `# Copy to .env and remove the # of what you set. Development needs nothing.
# npm start and npm run dev read it; docs/configuration.md says more about each variable.
`

/** Generates .env.example: every variable, commented out, with its default. */
export function exampleSettings(): string {
  const parts = Object.entries(environmentGroups).map(([title, group]) => {
    const lines = Object.entries(group).map(([name, schema]) => {
      return `#${name}=${String(schema.safeParse(undefined).data ?? '')}`
    })
    return [`\n## ${title}`, ...lines, ''].join('\n')
  })
  return EXAMPLE_HEAD + parts.join('')
}

function rowOf(name: string, schema: z.ZodType, needed: ReadonlySet<string>): string {
  const { description } = schema
  if (!description) throw new Error(`${name} has no description in server/environment.ts`)
  const usual = schema.safeParse(undefined).data
  const cells = [
    `\`${name}\``,
    usual === undefined ? '' : `\`${usual}\``,
    needed.has(name) ? '**needed**' : '',
    [accepted(schema), description].filter(Boolean).join('; '),
  ]
  return `| ${cells.join(' | ')} |`
}

function neededInProduction(): ReadonlySet<string> {
  const problems = productionProblems(Environment.parse({ NODE_ENV: 'production' }), false)
  return new Set(problems.flatMap((problem) => /^(\w+) es obligatoria/.exec(problem)?.[1] ?? []))
}

type Shape = { enum?: string[]; type?: string; minimum?: number; maximum?: number }

/** Values that the schema accepts, when it says more than "a text". */
function accepted(schema: z.ZodType): string {
  const shape = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape
  if (shape.enum) return shape.enum.map((each) => `\`${each}\``).join(', ')
  const { minimum, maximum = Number.MAX_SAFE_INTEGER } = shape
  if (minimum === undefined) return ''
  return maximum < Number.MAX_SAFE_INTEGER ? `${minimum} to ${maximum}` : `at least ${minimum}`
}
