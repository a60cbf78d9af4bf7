export { listProposedDecisions, voidDecision } from './disputes.queries.ts'
export { answerDispute } from './hear-driver.ts'
export { openDispute } from './open-dispute.ts'
export { resolveDispute } from './resolve-dispute.ts'
