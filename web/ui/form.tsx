import type { ComponentProps } from 'react'

type FormProps = Omit<ComponentProps<'form'>, 'onSubmit'> & { onSend: () => unknown }

/**
 * Moves the focus to the first field with an error, which can be far above the pressed button.
 * @param form where to look; by default in the open dialog, or else in the page
 */
export function focusFirstProblem(form?: Element): void {
  // After a frame the error is drawn.
  requestAnimationFrame(() => {
    const place = form ?? document.querySelector('dialog[open]') ?? document
    place.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  })
}

/** A form that the page itself checks and sends: the browser does neither. */
export function Form({ onSend, className = 'grid gap-4', ...rest }: FormProps) {
  return (
    <form
      noValidate
      {...rest}
      className={className}
      onSubmit={(event) => {
        event.preventDefault()
        onSend()
        focusFirstProblem(event.currentTarget)
      }}
    />
  )
}
