import { CircleCheck } from 'lucide-react'

/** Sign of success, on the lower edge of a drawing. The title beside it says what is done. */
export function DoneSign() {
  return (
    <span
      aria-hidden="true"
      className="-mt-14 grid size-16 place-items-center rounded-full bg-surface text-ok ring-4
        ring-surface"
    >
      <CircleCheck className="size-12" />
    </span>
  )
}
