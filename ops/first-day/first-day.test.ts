import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { loadConfig } from '#server/config.ts'
import { configurationFindings } from '../../scripts/doctor/configuration.ts'
import { nameFindings } from '../../scripts/doctor/names.ts'
import { newKeys } from '../../scripts/new-keys.ts'
import { outsideKeys, variablesOf } from './keys.ts'
import { packagesFile, productionPackages } from './packages.ts'

// What `ops/rehearsal` would find only after minutes.

it('installs in production only the packages of the committed list', () => {
  const listed = readFileSync(packagesFile, 'utf8').trim().split('\n')
  expect(productionPackages()).toEqual(listed)
})

it('rehearses with variables that production accepts and the doctor finds nothing in', () => {
  const at = {
    databaseUrl: 'postgres://cupo:x@127.0.0.1:5433/cupo',
    dataDir: '/tmp/data',
    backupDir: '/tmp/backups',
    domain: 'cupo.internal',
    mail: 'mail.cupo.internal',
  }
  const variables = { ...variablesOf(outsideKeys(), at), ...newKeys() }
  expect(loadConfig(variables).production).toBe(true)
  expect(configurationFindings(variables)).toEqual([])
  expect(nameFindings(variables, packagesFile)).toEqual([])
})
