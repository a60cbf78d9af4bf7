import { messageOf } from '#web/lib/api-error.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'

type LoadProblemProps = { error: unknown; onRetry: () => void }

/** Something could not be read: why, and another try. */
export function LoadProblem({ error, onRetry }: LoadProblemProps) {
  return (
    <Banner
      tone="err"
      action={
        <Button variant="secondary" size="sm" onClick={onRetry}>
          Intentar de nuevo
        </Button>
      }
    >
      {messageOf(error)}
    </Banner>
  )
}
