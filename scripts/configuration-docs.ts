import { writeFileSync } from 'node:fs'
import { readCommand } from '#server/platform/command.ts'
import { configurationPage, exampleSettings } from './configuration-page.ts'
import { ROOT } from './project.ts'

readCommand({
  call: 'npm run docs:configuration',
  about: 'Writes docs/configuration.md and .env.example from the variables that the server reads.',
})

writeFileSync(`${ROOT}docs/configuration.md`, configurationPage())
writeFileSync(`${ROOT}.env.example`, exampleSettings())
