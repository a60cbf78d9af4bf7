import type { FastifyInstance } from 'fastify'
import { privacy } from '#contract/privacy.ts'
import { termsDesk } from '#contract/terms-desk.ts'
import { type HttpDeps, serve } from '#server/platform/http/serve.ts'
import { askClosing, takeBack } from './ask-closing.ts'
import { askExport, readExport } from './ask-export.ts'
import { changeConsent } from './change-consent.ts'
import { listTerms } from './list-terms.ts'
import { showPrivacy } from './show-privacy.ts'

const TYPES = { json: 'application/json; charset=utf-8', pdf: 'application/pdf' } as const

export function privacyRoutes(app: FastifyInstance, deps: HttpDeps): void {
  serve(app, deps, privacy, {
    show: async ({ actor }) => ({ privacy: await showPrivacy(deps, actor) }),
    changeConsent: async ({ actor, body }) => {
      await changeConsent(deps, actor, body)
      return { privacy: await showPrivacy(deps, actor) }
    },
    askExport: async ({ actor }) => {
      await askExport(deps, actor)
      return { privacy: await showPrivacy(deps, actor) }
    },
    download: async ({ actor, query: { format }, reply }) =>
      reply
        .header('content-type', TYPES[format])
        .header('content-disposition', `attachment; filename="cupo-mis-datos.${format}"`)
        .send(await readExport(deps, actor, format)),
    askDeletion: async ({ actor }) => {
      await askClosing(deps, actor)
      return { privacy: await showPrivacy(deps, actor) }
    },
    takeBackDeletion: async ({ actor }) => {
      await takeBack(deps, actor)
      return { privacy: await showPrivacy(deps, actor) }
    },
  })
}

/** Routes for the team: versions of the terms and the number of people who accepted them. */
export function termsDeskRoutes(app: FastifyInstance, deps: HttpDeps): void {
  serve(app, deps, termsDesk, { list: ({ actor }) => listTerms(deps, actor) })
}
