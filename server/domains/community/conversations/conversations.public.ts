export { countUnreadConversations } from './conversations.queries.ts'
export { canReadMessage, findReportedMessage, hideMessage } from './hide-message.ts'
export { resealMessages } from './message-body.ts'
export { readEvidence } from './read-evidence.ts'
