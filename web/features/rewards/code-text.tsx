import { Copy } from 'lucide-react'
import { useState } from 'react'
import { copyText } from '#web/lib/copy-text.ts'
import { Button } from '#web/ui/button.tsx'

/** A code in large type, to read aloud or to copy. */
export function CodeText({ code }: { code: string }) {
  const [copied, setCopied] = useState<boolean | null>(null)
  const copy = async () => setCopied(await copyText(code))
  return (
    <div className="flex flex-wrap items-center gap-3">
      <code
        translate="no"
        className="tnum rounded-control bg-paper px-3 py-2 text-lg font-bold wrap-anywhere"
      >
        {code}
      </code>
      <Button
        variant="secondary"
        size="sm"
        Icon={Copy}
        aria-label={`Copiar el código ${code}`}
        onClick={() => void copy()}
      >
        Copiar
      </Button>
      <span role="status" className="text-sm text-muted">
        {copied === true && 'Copiado.'}
        {copied === false && 'No pudimos copiarlo.'}
      </span>
    </div>
  )
}
