import { beforeAll, describe, expect, it } from 'vitest'
import { type MailSandbox, openMailSandbox } from '#sandbox/mail/mail-sandbox.ts'
import { authorizeAct } from '#server/modules/people/users/index.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import { newId } from '#server/platform/ids.ts'
import { openTestApp, type TestApp } from '#test/app.ts'
import { asOwner } from '#test/db.ts'
import { aUser, type TestUser } from '#test/factories.ts'
import { runCommand } from '#test/run-command.ts'
import { sharePhone } from '#test/same-human.ts'
import { grantAdminByOperator, grantSecondByOperator } from './grant-by-operator.ts'

let test: TestApp

let mail: MailSandbox

beforeAll(async () => {
  mail = await openMailSandbox()
  test = await openTestApp({ urls: { smtp: mail.url }, extensions: [mail.plugin] })
  return () => mail.close()
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

describe('the second admin of a company of two', () => {
  const NUMBER = '1032567890'
  let first: TestUser
  let second: TestUser

  beforeAll(async () => {
    await asOwner(test.deps.databaseUrl, `update users set roles = array['passenger']`)
    first = await aUser(test.deps, { roles: ['passenger', 'admin'] })
    second = await aUser(test.deps, { verified: true, document: ['CC', NUMBER] })
    // Each one verified the other: nobody else works for the company.
    for (const [owner, by] of [
      [first, second],
      [second, first],
    ] as const) {
      await asOwner(
        test.deps.databaseUrl,
        `insert into documents (id, owner_id, kind, status, storage_key, content_type, sha256,
           created_at, reviewed_by, reviewed_at)
         values ($1::uuid, $2, 'identity_front', 'approved', $1::text, 'image/webp',
           sha256(convert_to($1::text, 'UTF8')), now(), $3, now())`,
        [newId(), owner.userId, by.userId],
      )
    }
  })

  const inviteSecond = async () => {
    const headers = (token: string) => ({ authorization: `Bearer ${token}` })
    const body = { email: second.email, roles: ['admin'], reason: 'Somos dos.' }
    const call = (who: TestUser, url: string, payload: object) =>
      test.app.inject({ method: 'POST', url, headers: headers(who.token), payload })
    expect((await call(first, '/api/admin/team/invitations', body)).statusCode).toBe(201)
    await test.runJobs()
    const texts = mail.control.messages(second.email).map(({ text }) => text)
    const token = /invitacion-equipo\?token=([\w-]+)/.exec(texts.join())?.[1]
    return (await call(second, '/api/team/invitations/accept', { token })).json().code
  }

  const by = (asked: { firstEmail?: string; document?: string; email?: string } = {}) =>
    grantSecondByOperator(test.deps, {
      ...{ email: second.email, firstEmail: first.email, document: NUMBER },
      ...asked,
    })

  it('refuses a second admin whose identity only the first admin verified', async () => {
    expect(await inviteSecond()).toBe('second_human_unconfirmed')
  })

  it('refuses a second admin with a wrong first admin, number, or the same human', async () => {
    const other = await aUser(test.deps, { verified: true })
    expect(await by({ firstEmail: other.email })).toBe('not_first')
    expect(await by({ firstEmail: 'nadie@correo.test' })).toBe('no_account')
    expect(await by({ document: '1032567891' })).toBe('other_document')
    expect(await by({ email: (await aUser(test.deps)).email })).toBe('unverified')
    await sharePhone(test.deps.databaseUrl, first, other)
    expect(await by({ email: other.email })).toBe('same_human')
  })

  it("makes a second admin once, for the first admin's address and the number", async () => {
    const args = ['staff-grant.ts', second.email, '--role', 'admin', '--second']
    const made = await runCommand(test.deps, args, `${first.email}\n1.032.567.890\n`)
    expect(made.lines.join()).toContain('ya es administrador')
    expect(made.code).toBe(0)
    expect(await admins()).toContain(second.email)
    const audit = `select details from audit_entries
      where action = 'team.second_confirmed_by_operator' and subject_id = $1`
    const { rows } = await asOwner(test.deps.databaseUrl, audit, [second.userId])
    expect(rows).toEqual([{ details: { first: first.userId } }])
    expect(await by()).toBe('used')
    const signed = { actor: second.userId, earlier: [first.userId], signs: 'second' } as const
    const about = { permission: 'payments.cases', affected: [] } as const
    const subject = { kind: 'money_act', id: newId() }
    const together = inTransaction(test.deps.db, (tx) =>
      authorizeAct(tx, test.deps, { ...signed, ...about, subject }),
    )
    await expect(together).resolves.toBeUndefined()
  }, 120_000)
})
