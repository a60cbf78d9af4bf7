import { useMutation, useQueryClient } from '@tanstack/react-query'
import { UsersRound } from 'lucide-react'
import { useState } from 'react'
import type { MessagePage } from '#contract/conversations.ts'
import { conversationKeys } from '#web/domain/conversations/conversation-keys.ts'
import { api } from '#web/lib/api.ts'
import { Button } from '#web/ui/button.tsx'
import { Sheet } from '#web/ui/dialog.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'

type Member = NonNullable<MessagePage['conversation']['members']>[number]

type GroupMembersProps = { conversationId: string; members: readonly Member[] }

/** Members of the trip's group, for the driver, who can remove members and let them back in. */
export function GroupMembers({ conversationId, members }: GroupMembersProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        aria-haspopup="dialog"
        icon={<UsersRound aria-hidden="true" className="size-4" />}
        onClick={() => setOpen(true)}
      >
        Personas del grupo
      </Button>
      <Sheet open={open} onClose={() => setOpen(false)} title="Personas del grupo">
        <Members {...{ conversationId, members }} />
      </Sheet>
    </>
  )
}

function Members({ conversationId, members }: GroupMembersProps) {
  const client = useQueryClient()
  const change = useMutation({
    mutationFn: ({ id: userId, removed }: Member) =>
      removed
        ? api.conversations.letBack({ params: { conversationId, userId } })
        : api.conversations.removeMember({ params: { conversationId }, body: { userId } }),
    onSettled: () => client.invalidateQueries({ queryKey: conversationKeys.one(conversationId) }),
  })
  if (members.length === 0) return <p className="text-muted">Todavía no hay pasajeros.</p>
  return (
    <div className="grid gap-4">
      <p className="text-muted">
        A quien saques le decimos que no está en el grupo: no lee lo nuevo ni escribe aquí. Su cupo
        en el viaje no cambia.
      </p>
      <ErrorBanner error={change.error} />
      <ul className="divide-y divide-line">
        {members.map((member) => (
          <MemberRow
            key={member.id}
            member={member}
            pending={change.isPending && change.variables.id === member.id}
            onChange={() => change.mutate(member)}
          />
        ))}
      </ul>
    </div>
  )
}

type MemberRowProps = { member: Member; pending: boolean; onChange: () => void }

function MemberRow({ member: { name, removed }, pending, onChange }: MemberRowProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <span className="min-w-0 wrap-anywhere">
        <span className="block font-semibold">{name}</span>
        {removed && <span className="text-sm text-muted">Fuera del grupo</span>}
      </span>
      <Button
        variant="secondary"
        size="sm"
        pending={pending}
        aria-label={removed ? `Volver a incluir a ${name}` : `Sacar del grupo a ${name}`}
        onClick={onChange}
      >
        {removed ? 'Volver a incluir' : 'Sacar del grupo'}
      </Button>
    </li>
  )
}
