import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { readCommand } from '#server/platform/command.ts'
import { examine } from './doctor/examine.ts'
import { exitCodeOf, printed } from './doctor/finding.ts'
import { say } from './project.ts'

const { values } = readCommand({
  call: 'npm run doctor',
  about: 'Says what is missing or wrong before production, and in the server that runs.',
  options: {
    env: { type: 'string', about: 'file with the variables, such as /etc/cupo/cupo.env' },
    url: { type: 'string', about: 'also examine the server at this address' },
    updating: {
      type: 'boolean',
      default: false,
      about: 'the migrations of this release come next',
    },
    running: { type: 'boolean', default: false, about: 'also examine the server at PUBLIC_URL' },
  },
  exits: { 0: 'nothing found', 1: 'only warnings', 2: 'errors, or called with wrong arguments' },
})

const variables = values.env ? parseEnv(readFileSync(values.env, 'utf8')) : process.env
const site = values.url ?? (values.running ? variables.PUBLIC_URL : undefined)
const findings = await examine({ variables, envFile: values.env, site, updating: values.updating })
say(printed(findings))
process.exitCode = exitCodeOf(findings)
