import type { FastifyInstance } from 'fastify'
import { privacy } from '#contract/privacy.ts'
import { sendFile } from '#server/platform/http/send-file.ts'
import { type HttpDeps, serve } from '#server/platform/http/serve.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { askClosing, takeBack } from './ask-closing.ts'
import { askExport, readExport } from './ask-export.ts'
import { changeConsent } from './change-consent.ts'
import { decideAccount, enterAccount, listClaims, showClaim } from './claims-desk.ts'
import { listTerms } from './list-terms.ts'
import { showPrivacy } from './show-privacy.ts'

const TYPES = { json: 'application/json; charset=utf-8', pdf: 'application/pdf' } as const

export function privacyRoutes(app: FastifyInstance, deps: HttpDeps): void {
  const shownAfter = async (actor: ActorId, change: Promise<void>) => {
    await change
    return { privacy: await showPrivacy(deps, actor) }
  }
  serve(app, deps, privacy, {
    show: async ({ actor }) => ({ privacy: await showPrivacy(deps, actor) }),
    changeConsent: ({ actor, body }) => shownAfter(actor, changeConsent(deps, actor, body)),
    askExport: ({ actor }) => shownAfter(actor, askExport(deps, actor)),
    download: async ({ actor, query: { format }, reply }) =>
      sendFile(reply, await readExport(deps, actor, format), {
        type: TYPES[format],
        name: `cupo-mis-datos.${format}`,
      }),
    askDeletion: ({ actor }) => shownAfter(actor, askClosing(deps, actor)),
    takeBackDeletion: ({ actor }) => shownAfter(actor, takeBack(deps, actor)),
    listTerms: ({ actor }) => listTerms(deps, actor),
    listClaims: ({ actor, query }) => listClaims(deps, actor, query),
    openClaim: async ({ actor, params, body }) => ({
      claim: await showClaim(deps, actor, { ...params, ...body }),
    }),
    enterClaimAccount: async ({ actor, params, body }) => ({
      claim: await enterAccount(deps, actor, { ...params, ...body }),
    }),
    decideClaimAccount: async ({ actor, params, body }) => ({
      claim: await decideAccount(deps, actor, { ...params, ...body }),
    }),
  })
}
