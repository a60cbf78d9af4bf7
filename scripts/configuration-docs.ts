// `npm run docs:configuration`: writes docs/configuration.md and .env.example from the variables
// that the server reads.
import { writeFileSync } from 'node:fs'
import { configurationPage, exampleSettings } from './configuration-page.ts'
import { ROOT } from './project.ts'

writeFileSync(`${ROOT}docs/configuration.md`, configurationPage())
writeFileSync(`${ROOT}.env.example`, exampleSettings())
