import { reconciliation } from '#contract/reconciliation.ts'
import { routesOf } from '#server/platform/http/serve.ts'
import { showDays } from '../days/show-days.ts'
import { compareStatement, listStatements } from './compare-statement.ts'
import { confirmProposal, proposeCase, refuseProposal } from './decide-case.ts'
import { listRuns, reconcileDays } from './reconcile-days.ts'
import { findResidues } from './residue.ts'

/** Routes of comparisons between gateway, bank and our record, and of decisions about cases. */
export const reconciliationRoutes = routesOf(reconciliation, (deps) => ({
  days: () => showDays(deps),
  runs: async () => ({
    runs: await listRuns(deps),
    statements: await listStatements(deps),
    residues: await findResidues(deps),
  }),
  run: async ({ actor, body }) => ({ run: await reconcileDays(deps, actor, body) }),
  statement: async ({ actor, body, file }) => {
    const { bytes } = file
    return { statement: await compareStatement(deps, actor, { ...body, bytes }) }
  },
  propose: async ({ actor, params, body }) => {
    await proposeCase(deps, actor, { ...params, ...body })
    return { proposed: true as const }
  },
  refuse: async ({ actor, params, body }) => {
    await refuseProposal(deps, actor, { ...params, ...body })
    return { refused: true as const }
  },
  confirm: async ({ actor, params, body }) => ({
    outcomes: await confirmProposal(deps, actor, { ...params, ...body }),
  }),
}))
