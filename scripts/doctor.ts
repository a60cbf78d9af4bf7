// `npm run doctor`: reports what is missing or wrong before production, and with `-- --running` (or
// `-- --url https://…`) also in the running server. `-- --env /etc/cupo/cupo.env` reads the
// variables from that file. Exit codes: 0 no finding, 1 only warnings, 2 errors.
import { readFileSync } from 'node:fs'
import { parseArgs, parseEnv } from 'node:util'
import { examine } from './doctor/examine.ts'
import { exitCodeOf, printed } from './doctor/finding.ts'
import { say } from './project.ts'

const { values } = parseArgs({
  options: {
    env: { type: 'string' },
    url: { type: 'string' },
    running: { type: 'boolean', default: false },
  },
})

const variables = values.env ? parseEnv(readFileSync(values.env, 'utf8')) : process.env
const site = values.url ?? (values.running ? variables.PUBLIC_URL : undefined)
const findings = await examine({ variables, envFile: values.env, site })
say(printed(findings))
process.exitCode = exitCodeOf(findings)
