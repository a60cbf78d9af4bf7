import { useQueryClient } from '@tanstack/react-query'
import { Ban, Flag } from 'lucide-react'
import { useState } from 'react'
import type { ReportSubject } from '#contract/conduct.ts'
import { Button } from '#web/ui/button.tsx'
import { Sheet } from '#web/ui/dialog.tsx'
import { conversationKeys } from '../conversations/conversation-keys.ts'
import { BlockPerson } from './block-person.tsx'
import { ReportForm } from './report-form.tsx'

type SomePerson = {
  userId: string
  /** Name of the person, as the screen shows it. */
  name: string
}

type PersonSheetProps = { person: SomePerson; subject: ReportSubject; onClose: () => void }

/** Sheet with two actions: report the person to the team, or block them. */
export function PersonSheet({ person, subject, onClose }: PersonSheetProps) {
  const [step, setStep] = useState<'choose' | 'report' | 'block'>('choose')
  const [blocked, setBlocked] = useState(false)
  const client = useQueryClient()
  const { name } = person
  const close = () => {
    onClose()
    if (!blocked) return
    // Group chats no longer show messages of a blocked person. Reset only now: this sheet can be
    // part of such a chat.
    void client.resetQueries({ queryKey: conversationKeys.each() })
    void client.invalidateQueries({ queryKey: conversationKeys.list() })
  }
  const titles = { choose: name, report: `Reportar a ${name}`, block: `Bloquear a ${name}` }
  return (
    <Sheet open onClose={close} title={titles[step]}>
      {step === 'choose' && (
        <div className="grid gap-3">
          <p className="text-muted">
            Un reporte lo revisa una persona de Cupo. Bloquear es solo entre los dos. No le avisamos
            quién fue.
          </p>
          <Button icon={<Flag aria-hidden="true" />} onClick={() => setStep('report')}>
            Reportar
          </Button>
          <Button
            variant="secondary"
            icon={<Ban aria-hidden="true" />}
            onClick={() => setStep('block')}
          >
            Bloquear
          </Button>
          <p className="text-sm text-muted">En una emergencia llama al 123.</p>
        </div>
      )}
      {step === 'report' && (
        <ReportForm subject={subject} onBlock={() => setStep('block')} onDone={close} />
      )}
      {step === 'block' && (
        <BlockPerson {...person} onBlocked={() => setBlocked(true)} onDone={close} />
      )}
    </Sheet>
  )
}
