// `npm run docs:configuration`: writes docs/configuration.md from the variables the server reads.
import { writeFileSync } from 'node:fs'
import { configurationPage } from './configuration-page.ts'
import { ROOT } from './project.ts'

writeFileSync(`${ROOT}docs/configuration.md`, configurationPage())
