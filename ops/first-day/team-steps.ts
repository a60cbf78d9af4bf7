// Steps of the team: the first admin, invitations, and the roster.
import { setTimeout as sleep } from 'node:timers/promises'
import { UNDO_SECONDS } from '#contract/limits.ts'
import { HOUR_MS } from '#server/platform/clock.ts'
import { waitFor } from '#test/e2e/wait-for.ts'
import type { Step } from '../ha/steps.ts'
import { people } from './people.ts'
import { chooseSecondFactor, logIn, mailedToken, provePhone, signUp, upload } from './person.ts'
import type { Person, Site } from './site.ts'

/** Days that the roster must cover (RULES of an SOS), and one more. */
const SHIFTS = 15

type GrantAdmin = (email: string, second?: { first: Person; who: Person }) => Promise<void>

const { admin, second, verifier, finance } = people

export function teamSteps(site: Site, grantAdmin: GrantAdmin): Step[] {
  return [
    {
      name: 'somebody signs up, becomes the first admin at the server, chooses a second factor',
      play: async () => {
        await signUp(site, admin)
        await provePhone(site, admin)
        await grantAdmin(admin.email)
        await logIn(site, admin)
        await chooseSecondFactor(site, admin)
      },
    },
    {
      name: 'two people, alone, verify each other, and the server makes the second admin',
      play: async () => {
        await signUp(site, second)
        await invite(site, { who: second, role: 'verifier' })
        await provesIdentity(site, admin, second)
        await provesIdentity(site, second, admin)
        await grantAdmin(second.email, { first: admin, who: second })
      },
    },
    {
      name: 'the two admins invite a verifier and finance, who are verified',
      play: async () => {
        for (const who of [verifier, finance]) await signUp(site, who)
        await invite(site, { who: verifier, role: 'verifier' })
        await provesIdentity(site, finance, verifier)
        await invite(site, { who: finance, role: 'finance', signer: second })
      },
    },
    { name: 'the roster has somebody in every hour', play: () => fillRoster(site) },
  ]
}

/** The first admin invites, another admin signs where two are needed, and the person accepts. */
async function invite(
  site: Site,
  { who, role, signer }: { who: Person; role: string; signer?: Person },
): Promise<void> {
  const reason = 'Primer día de Cupo: equipo inicial.'
  const body = { email: who.email, roles: [role], reason }
  const { invitations } = await site.post(admin, '/admin/team/invitations', body)
  if (signer) {
    const { id } = invitations.find(({ email }: Person) => email === who.email)
    await site.post(signer, `/admin/team/invitations/${id}/sign`)
  }
  const token = await mailedToken(site, who, /equipo/i)
  await site.post(who, '/team/invitations/accept', { token })
  await logIn(site, who)
  await chooseSecondFactor(site, who)
}

type Shown = { document: { id: string } }

/** A verifier looks at a person's documents, approves them, and the time for an undo passes. */
export async function approve(site: Site, who: Person, documentIds: string[], by = verifier) {
  for (const id of documentIds) {
    await site.ask(by, 'GET', `/admin/verifications/${id}/file?reason=review`)
  }
  const { user } = await site.ask(who, 'GET', '/auth/me')
  const { items } = await site.ask(by, 'GET', `/admin/verifications/people/${user.id}`)
  const verdicts = documentIds.map((documentId) => {
    const shown = items.find(({ document }: Shown) => document.id === documentId)
    return { verdict: 'approved', documentId, version: shown.version }
  })
  await site.post(by, `/admin/verifications/people/${user.id}/decision`, { verdicts })
  await sleep(UNDO_SECONDS * 1000)
  await waitFor(`the documents of ${who.first} are approved`, async () => {
    const { documents } = await site.ask(who, 'GET', '/documents')
    const areApproved = documents.every(({ status }: { status: string }) => status === 'approved')
    return areApproved || undefined
  })
}

/** Uploads both sides of the identity document, and a verifier approves them. */
export async function provesIdentity(site: Site, who: Person, by = verifier): Promise<void> {
  const front = { kind: 'identity_front', birthDate: '1990-05-04' }
  const back = { kind: 'identity_back' }
  await approve(site, who, [await upload(site, who, front), await upload(site, who, back)], by)
}

async function fillRoster(site: Site): Promise<void> {
  const { user } = await site.ask(admin, 'GET', '/auth/me')
  const hour = Math.floor(site.now().getTime() / HOUR_MS) * HOUR_MS
  await site.post(admin, '/admin/duty/shifts', {
    ...{ userId: user.id, startsAt: new Date(hour).toISOString(), hours: 24 },
    ...{ isBackup: false, repeat: 'daily', times: SHIFTS },
  })
}
