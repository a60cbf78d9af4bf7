export { listProposedDecisions, voidDecision } from './disputes.queries.ts'
export { openDispute } from './open-dispute.ts'
export { resolveDispute } from './resolve-dispute.ts'
