import { conversations } from '#contract/conversations.ts'
import { routesOf } from '#server/platform/http/serve.ts'
import { listConversations } from './list-conversations.ts'
import { openConversation } from './open-conversation.ts'
import { answerProposal, proposeMeeting } from './propose-meeting.ts'
import { markRead, noteTyping, readMessages } from './read-messages.ts'
import { letBackIntoGroup, removeFromGroup } from './remove-from-group.ts'
import { sendMessage } from './send-message.ts'

export const conversationsRoutes = routesOf(conversations, (deps) => ({
  list: ({ actor, query }) => listConversations(deps, actor, query),
  async open({ actor, params, body }) {
    return { conversation: await openConversation(deps, actor, { ...params, ...body }) }
  },
  messages: ({ actor, params, query }) => readMessages(deps, actor, { ...params, ...query }),
  async send({ actor, params, body }) {
    const { id: clientId, ...content } = body
    return { message: await sendMessage(deps, actor, { ...params, clientId, body: content }) }
  },
  async propose({ actor, params, body }) {
    return { message: await proposeMeeting(deps, actor, { ...params, ...body }) }
  },
  async answerProposal({ actor, params, body }) {
    return { message: await answerProposal(deps, actor, { ...params, ...body }) }
  },
  read: ({ actor, params, body }) => markRead(deps, actor, { ...params, ...body }),
  removeMember: ({ actor, params, body }) => removeFromGroup(deps, actor, { ...params, ...body }),
  letBack: ({ actor, params }) => letBackIntoGroup(deps, actor, params),
  typing: ({ actor, params }) => noteTyping(deps, actor, params.conversationId),
}))
