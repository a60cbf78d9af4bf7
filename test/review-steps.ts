import { FraudSignal } from '#contract/verification-decisions.ts'
import { applyDecision } from '#server/modules/people/verification/apply-decision.ts'
import { newId } from '#server/platform/ids.ts'
import type { TestApp } from './app.ts'
import { asOwner } from './db.ts'
import { freshToken, type TestUser } from './factories.ts'
import { type Answer, postJson } from './http-client.ts'

type Site = Pick<TestApp, 'app' | 'deps'>

/** A verdict of the tests: the reason of a rejection, or the confirmed signals of an approval. */
export type Said = { reject: string } | { approve: readonly FraudSignal[] }

/** Confirms all fraud signals: most test files send one photo for all people. */
export const APPROVE = { approve: FraudSignal.options }
export const REJECT = { reject: 'La foto está borrosa.' }

/** Opens the photo of a document, as the screen does before a decision. */
export async function lookAt({ app, deps }: Site, by: TestUser, documentId: string) {
  const url = `/api/admin/verifications/${documentId}/file?reason=review`
  const headers = { authorization: `Bearer ${await freshToken(deps, by)}` }
  return await app.inject({ url, headers })
}

/** Versions of what the case of a person shows now, by document id. */
export async function versionsOf({ app, deps }: Site, by: TestUser, ownerId: string) {
  const headers = { authorization: `Bearer ${await freshToken(deps, by)}` }
  const answer = await app.inject({ url: `/api/admin/verifications/people/${ownerId}`, headers })
  const { items = [] } = answer.json() as { items?: Shown[] }
  return new Map(items.map(({ document, version }) => [document.id, version]))
}

type Shown = { document: { id: string }; version: string }

/** Decides about documents of one person after a look at each photo. */
export async function decide(
  site: Site,
  by: TestUser,
  said: Readonly<Record<string, Said>>,
): Promise<Answer> {
  const ids = Object.keys(said)
  for (const id of ids) await lookAt(site, by, id)
  const find = 'select owner_id as "ownerId" from documents where id = any($1::uuid[])'
  const { rows } = await asOwner(site.deps.databaseUrl, find, [ids])
  const owner = rows[0]?.ownerId ?? newId()
  const versions = await versionsOf(site, by, owner)
  const verdicts = Object.entries(said).map(([documentId, verdict]) => {
    const seen = { documentId, version: versions.get(documentId) ?? 'gone' }
    return 'reject' in verdict
      ? { verdict: 'rejected', ...seen, reason: verdict.reject }
      : { verdict: 'approved', ...seen, despiteSignals: verdict.approve }
  })
  const token = await freshToken(site.deps, by)
  return await postJson(
    site.app,
    `/admin/verifications/people/${owner}/decision`,
    { verdicts },
    { token },
  )
}

/** Decides, and applies the decision at once where it is accepted. */
export async function review(
  site: Site,
  by: TestUser,
  said: Readonly<Record<string, Said>>,
): Promise<Answer> {
  const answer = await decide(site, by, said)
  if (answer.statusCode === 200) await applyDecision(site.deps, answer.json().decision.id)
  return answer
}
