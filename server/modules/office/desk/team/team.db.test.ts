import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TeamRole, TeamView } from '#contract/team.ts'
import { type MailSandbox, openMailSandbox } from '#sandbox/mail/mail-sandbox.ts'
import { DAY_MS } from '#server/platform/clock.ts'
import { openTestApp, type TestApp } from '#test/app.ts'
import { asOwner } from '#test/db.ts'
import { aUser, freshToken, type TestUser } from '#test/factories.ts'
import { sharePhone } from '#test/same-human.ts'

let test: TestApp
let mail: MailSandbox
let alba: TestUser
let bruno: TestUser
let nora: TestUser

beforeAll(async () => {
  mail = await openMailSandbox()
  test = await openTestApp({ urls: { smtp: mail.url }, extensions: [mail.plugin] })
  return () => mail.close()
})

beforeEach(async () => {
  mail.control.clear()
  await asOwner(url(), `update users set roles = array['passenger']; delete from team_invitations`)
  alba = await aUser(test.deps, { firstName: 'Alba', roles: ['admin'] })
  bruno = await aUser(test.deps, { firstName: 'Bruno', roles: ['admin'] })
  nora = await aUser(test.deps, { firstName: 'Nora', verified: true })
})

const url = () => test.deps.databaseUrl

type Body = TeamView & { code?: string; roles?: TeamRole[] }

async function call(by: TestUser, path: string, payload?: object) {
  const answer = await test.app.inject({
    method: payload ? 'POST' : 'GET',
    url: `/api${path}`,
    headers: { authorization: `Bearer ${by.token}` },
    ...(payload && { payload }),
  })
  return { status: answer.statusCode, body: answer.json() as Body }
}

const reason = 'Entra al equipo en diciembre.'

const invite = (by: TestUser, roles: TeamRole[], email = nora.email) =>
  call(by, '/admin/team/invitations', { email, roles, reason })

const act = (by: TestUser, id: string | undefined, what: 'sign' | 'close') =>
  call(by, `/admin/team/invitations/${id}/${what}`, {})

const take = (by: TestUser, from: TestUser, roles: TeamRole[]) =>
  call(by, `/admin/people/${from.userId}/roles/take`, { roles, reason })

const accept = (by: TestUser, token: string) => call(by, '/team/invitations/accept', { token })

/** Creates an invitation by Alba; answers its id. */
async function invited(roles: TeamRole[], email?: string): Promise<string | undefined> {
  const { status, body } = await invite(alba, roles, email)
  expect([status, body.code]).toEqual([201, undefined])
  return body.invitations.at(-1)?.id
}

/** Secrets that were mailed to an address, the newest first. */
async function tokens(address = nora.email): Promise<string[]> {
  await test.runJobs()
  return mail.control
    .messages(address)
    .flatMap(({ text }) => [...text.matchAll(/invitacion-equipo\?token=([\w-]+)/g)])
    .map(([, token = '']) => token)
}

async function rolesOf({ userId }: TestUser): Promise<string[]> {
  const { rows } = await asOwner(url(), 'select roles from users where id = $1', [userId])
  return rows[0].roles
}

describe('an invitation to verification or support', () => {
  it('mails a support invitation at once, and grants its role once to its address', async () => {
    await invited(['support'])
    const [token = ''] = await tokens()
    expect(token).not.toBe('')
    expect((await accept(bruno, token)).body.code).toBe('team_invitation_other')
    expect(await rolesOf(nora)).toEqual(['passenger'])
    expect((await accept(nora, token)).body).toEqual({ roles: ['support'] })
    expect(await rolesOf(nora)).toEqual(['passenger', 'support'])
    expect((await accept(nora, token)).body.code).toBe('link_invalid')
    const { rows } = await asOwner(
      url(),
      `select action, actor_id from staff_actions
       where action like 'team.%' and actor_id = any ($1) order by at, id`,
      [[alba.userId, nora.userId]],
    )
    expect(rows).toEqual([
      { action: 'team.invited', actor_id: alba.userId },
      { action: 'team.accepted', actor_id: nora.userId },
    ])
  })

  it('refuses to accept an invitation with an unconfirmed address', async () => {
    const claimant = await aUser(test.deps, { email: 'otra@correo.test', emailConfirmed: false })
    await invited(['support'], 'otra@correo.test')
    const [token = ''] = await tokens('otra@correo.test')
    expect((await accept(claimant, token)).body.code).toBe('team_invitation_other')
  })

  it('refuses an invitation after seven days, or after it was closed', async () => {
    const id = await invited(['support'])
    const [first = ''] = await tokens()
    expect((await act(bruno, id, 'close')).status).toBe(200)
    expect((await accept(nora, first)).body.code).toBe('link_invalid')
    await invited(['verifier'])
    const [second = ''] = await tokens()
    test.clock.advance(7 * DAY_MS)
    nora = { ...nora, token: await freshToken(test.deps, nora) }
    expect((await accept(nora, second)).body.code).toBe('link_invalid')
  })

  it.each([
    ['suspended', "insert into user_standing values ($1, false, 'infinity')"],
    ['expelled', 'insert into user_standing values ($1, true)'],
  ])(
    'refuses the invitation of an admin who is %s since, and their taking of roles',
    async (_how, bar) => {
      await invited(['verifier'])
      const [token = ''] = await tokens()
      await asOwner(url(), bar, [alba.userId])
      expect((await accept(nora, token)).body.code).toBe('link_invalid')
      expect(await rolesOf(nora)).toEqual(['passenger'])
      expect((await take(alba, bruno, ['admin'])).status).toBe(403)
      expect(await rolesOf(bruno)).toContain('admin')
    },
  )

  it('refuses a second open invitation to an address, and roles already held', async () => {
    await invited(['support'])
    expect((await invite(bruno, ['verifier'])).body.code).toBe('team_invitation_exists')
    expect((await invite(alba, ['admin'], bruno.email)).body.code).toBe('team_roles_held')
    expect((await invite(alba, ['finance'], alba.email)).body.code).toBe('forbidden')
  })
})

describe('an invitation to finance or administration', () => {
  it.each(['finance', 'admin'] as const)(
    'mails an invitation to %s once another human signs it',
    async (role) => {
      const id = await invited([role])
      expect(await tokens()).toEqual([])
      expect((await act(alba, id, 'sign')).body.code).toBe('team_invitation_own')
      const unsigned = async (who: TestUser) =>
        (await call(who, '/admin/signatures')).body as unknown as { items: object[] }
      expect((await unsigned(alba)).items).toEqual([])
      expect((await unsigned(bruno)).items).toMatchObject([
        { kind: 'invitation', id, by: 'Alba G.' },
      ])
      expect((await act(bruno, id, 'sign')).status).toBe(200)
      const [token = ''] = await tokens()
      expect((await accept(nora, token)).body).toEqual({ roles: [role] })
      expect(await rolesOf(nora)).toEqual(['passenger', role])
    },
  )

  it('refuses a signature of an invitation by another account of the proposer', async () => {
    await sharePhone(url(), alba, bruno)
    const id = await invited(['finance'])
    expect((await act(bruno, id, 'sign')).body.code).toBe('same_human')
    expect(await tokens()).toEqual([])
  })

  it('refuses a signature of an invitation after the proposer has left the team', async () => {
    const carla = await aUser(test.deps, { roles: ['admin'] })
    const id = await invited(['finance'])
    expect((await take(carla, alba, ['admin'])).status).toBe(200)
    expect((await act(bruno, id, 'sign')).body.code).toBe('team_invitation_over')
  })

  it('refuses acceptance by an unverified user, or by another account of a signer', async () => {
    const id = await invited(['finance'])
    await act(bruno, id, 'sign')
    const [token = ''] = await tokens()
    await asOwner(url(), 'update users set identity_verified_at = null where id = $1', [
      nora.userId,
    ])
    expect((await accept(nora, token)).body.code).toBe('team_identity_unverified')
    await asOwner(url(), 'update users set identity_verified_at = now() where id = $1', [
      nora.userId,
    ])
    await sharePhone(url(), bruno, nora)
    expect((await accept(nora, token)).body.code).toBe('same_human')
    expect(await rolesOf(nora)).toEqual(['passenger'])
  })

  it('lets the only admin invite a second admin without another signature', async () => {
    await take(alba, bruno, ['admin'])
    const luis = await aUser(test.deps, { firstName: 'Luis', verified: true })
    await invited(['admin'])
    await invited(['admin'], luis.email)
    expect((await invite(alba, ['finance'], bruno.email)).body.invitations).toHaveLength(3)
    expect(await tokens(bruno.email)).toEqual([])
    const [token = ''] = await tokens()
    expect((await accept(nora, token)).status).toBe(200)
    const [other = ''] = await tokens(luis.email)
    expect((await accept(luis, other)).body.code).toBe('team_invitation_waits')
    expect(await rolesOf(luis)).toEqual(['passenger'])
  })
})

describe('taking roles', () => {
  it('removes roles immediately, ends the sessions, tells the person and records it', async () => {
    const team = await aUser(test.deps, { roles: ['support', 'finance'] })
    expect((await take(alba, team, ['finance'])).status).toBe(200)
    expect(await rolesOf(team)).toEqual(['passenger', 'support'])
    expect((await call(team, '/agenda')).status).toBe(401)
    const { rows } = await asOwner(url(), 'select kind from notifications where user_id = $1', [
      team.userId,
    ])
    expect(rows).toEqual([{ kind: 'team_roles_changed' }])
    const trail = await asOwner(
      url(),
      'select actor_id, reason from staff_actions where subject_id = $1',
      [team.userId],
    )
    expect(trail.rows).toEqual([{ actor_id: alba.userId, reason }])
  })

  it('refuses to remove roles from oneself, or without being an admin', async () => {
    const helper = await aUser(test.deps, { roles: ['support'] })
    expect((await take(alba, alba, ['admin'])).body.code).toBe('forbidden')
    expect((await take(helper, alba, ['admin'])).body.code).toBe('forbidden')
  })

  it('leaves one admin when two remove each other in parallel', async () => {
    const answers = await Promise.all([take(alba, bruno, ['admin']), take(bruno, alba, ['admin'])])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const admins = await asOwner(url(), `select id from users where roles @> array['admin']`)
    expect(admins.rows).toHaveLength(1)
  })
})
