import { beforeAll, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '#test/app.ts'
import { asOwner } from '#test/db.ts'
import { aUser } from '#test/factories.ts'
import { runCommand } from '#test/run-command.ts'
import { grantAdminByOperator } from './grant-by-operator.ts'

let test: TestApp

beforeAll(async () => {
  test = await openTestApp()
})

const grant = (...args: string[]) => runCommand(test.deps, ['staff-grant.ts', ...args])

const admins = async () => {
  const found = `select email from users where roles @> array['admin'] order by created_at`
  return (await asOwner(test.deps.databaseUrl, found)).rows.map(({ email }) => email)
}

const anAccount = (email: string, emailConfirmed = true) =>
  aUser(test.deps, { email, emailConfirmed })

// Two starts of the program take seconds; the timeout leaves room for a busy machine.
it('makes the first admin from the server, and refuses while an admin is active', async () => {
  const first = await anAccount('primera@correo.test')
  await anAccount('segunda@correo.test')
  expect((await grant('primera@correo.test', '--role', 'admin')).code).toBe(0)
  expect(await admins()).toEqual(['primera@correo.test'])
  const audit = `select actor_id, subject_id from audit_entries
    where action = 'team.admin_granted_by_operator'`
  const { rows } = await asOwner(test.deps.databaseUrl, audit)
  expect(rows).toEqual([{ actor_id: null, subject_id: first.userId }])
  const refused = await grant('segunda@correo.test', '--role', 'admin')
  expect(refused.code).toBe(1)
  expect(refused.lines.join()).toContain('although one is active')
  expect(refused.lines.join()).toContain('Ya hay quien administra')
  expect(await admins()).toEqual(['primera@correo.test'])
}, 120_000)

it('makes another admin with a confirmed address after the only one is expelled', async () => {
  await asOwner(test.deps.databaseUrl, `update users set roles = array['passenger']`)
  const { userId } = await aUser(test.deps, { roles: ['admin'] })
  await anAccount('tercera@correo.test')
  await anAccount('sin-confirmar@correo.test', false)
  const by = (email: string) => grantAdminByOperator(test.deps, { email })
  expect(await by('tercera@correo.test')).toBe('admin_exists')
  const expelled = 'insert into user_standing (user_id, expelled) values ($1, true)'
  await asOwner(test.deps.databaseUrl, expelled, [userId])
  expect(await by('sin-confirmar@correo.test')).toBe('no_account')
  expect(await by('Tercera@correo.test')).toBe('granted')
})
