import { tripDrafts } from '#contract/trip-drafts.ts'
import { routesOf } from '#server/platform/http/serve.ts'
import { discardDraft, keepDraft, showDraft } from './keep-draft.ts'

/** Serves trips that publish themselves once the driver's documents are approved. */
export const tripDraftsRoutes = routesOf(tripDrafts, (deps) => ({
  show: async ({ actor }) => ({ draft: await showDraft(deps, actor) }),
  save: async ({ actor, body }) => ({ draft: await keepDraft(deps, actor, body) }),
  discard: async ({ actor }) => {
    await discardDraft(deps, actor)
    return { draft: null }
  },
}))
