/**
 * Behaviour of a combobox without a framework, for the component (combobox.tsx) and for pages that
 * are served without the app's code (web/enhance). The markup is `ComboboxField`.
 */
import { element, firstIn } from '#web/lib/elements.ts'
import type { ComboItem, LoadItems } from './combo-item.ts'
import { listNote, meant, nextRow, optionCount, optionLook, PAUSE_MS } from './combobox-rules.ts'
import { whenReleased } from './presses.ts'

export type ComboboxControl = {
  input: HTMLInputElement
  value(): ComboItem | null
  /** Sets the value like a user's choice, and calls `onChange`. */
  set(item: ComboItem | null): void
  /** Sets the value from outside, without `onChange`; text that is being typed stays. */
  show(item: ComboItem | null): void
  stop(): void
}

type ComboboxOptions = {
  load: LoadItems
  /** Called after every choice, and with null when typing clears it. */
  onChange: (item: ComboItem | null) => void
  /** After a choice on the whole screen of a phone: moves the focus on, unless it returns false. */
  goOn?: (() => boolean) | undefined
}

type Box = {
  input: HTMLInputElement
  clear: HTMLElement
  /** Button that closes the list where the list fills the screen. */
  back: HTMLElement
  list: HTMLElement
  status: HTMLElement
  options: ComboboxOptions
  value: ComboItem | null
  /** Typed text that does not belong to a chosen item; else null. */
  typed: string | null
  open: boolean
  active: number
  items: Awaited<ReturnType<LoadItems>>
  state: 'idle' | 'loading' | 'ready' | 'failed'
  /** Number of the newest request: an older, slower answer is ignored. */
  asked: number
}

function optionNode(box: Box, item: ComboItem, row: number): HTMLElement {
  const node = element('div', optionLook.row)
  node.id = `${box.list.id}-${row}`
  node.setAttribute('role', 'option')
  node.setAttribute('aria-selected', String(row === box.active))
  node.append(element('span', optionLook.label, item.label))
  if (item.detail) node.append(element('span', optionLook.detail, item.detail))
  node.addEventListener('click', () => {
    const isWholeScreen = getComputedStyle(box.list).position === 'static'
    choose(box, item)
    if (isWholeScreen && box.options.goOn?.()) return
    // Close the phone's keyboard, which would cover the fields below.
    if (isWholeScreen) box.input.blur()
  })
  return node
}

function draw(box: Box): void {
  const { input, list, items, active } = box
  const note = items.note ?? listNote(box.state, items.length)
  const rows = items.map((item, row) => optionNode(box, item, row))
  if (note) {
    const line = element('div', optionLook.note, note)
    line.setAttribute('role', 'presentation')
    rows.unshift(line)
  }
  list.replaceChildren(...rows)
  list.hidden = !box.open || rows.length === 0
  box.status.textContent = box.open ? note || optionCount(items.length) : ''
  box.clear.hidden = input.value === ''
  input.setAttribute('aria-expanded', String(box.open))
  if (active >= 0) input.setAttribute('aria-activedescendant', `${list.id}-${active}`)
  else input.removeAttribute('aria-activedescendant')
  list.querySelectorAll('[role="option"]')[active]?.scrollIntoView({ block: 'nearest' })
}

function ask(box: Box): void {
  box.asked += 1
  const mine = box.asked
  const query = box.typed ?? ''
  // Not between press and release: an option that is replaced then would not be chosen.
  const settle = (state: Box['state'], items: Box['items']) =>
    whenReleased(() => {
      if (mine !== box.asked) return
      Object.assign(box, { state, items })
      draw(box)
    })
  box.state = 'loading'
  const send = () => {
    if (mine !== box.asked) return
    box.options.load(query).then(
      (items) => settle('ready', items),
      () => settle('failed', []),
    )
  }
  setTimeout(send, query ? PAUSE_MS : 0)
}

function openList(box: Box): void {
  if (box.open) return
  box.open = true
  ask(box)
  draw(box)
}

function type(box: Box, text: string): void {
  box.input.value = text
  Object.assign(box, { typed: text, value: null, open: true, active: -1 })
  ask(box)
  draw(box)
  box.options.onChange(null)
}

function settleOn(box: Box, item: ComboItem | null): void {
  box.input.value = item?.label ?? ''
  Object.assign(box, { value: item, typed: null, open: false, active: -1 })
  draw(box)
}

function choose(box: Box, item: ComboItem | null): void {
  settleOn(box, item)
  box.options.onChange(item)
}

function leave(box: Box): void {
  Object.assign(box, { open: false, active: -1 })
  const likely = box.typed ? meant(box.typed, box.items) : undefined
  if (likely) choose(box, likely)
  else draw(box)
}

function move(box: Box, by: number): void {
  if (!box.open) {
    openList(box)
    return
  }
  box.active = nextRow(box.active, by, box.items.length)
  draw(box)
}

function press(box: Box, event: KeyboardEvent): void {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (by !== undefined) {
    event.preventDefault()
    move(box, by)
  }
  if (event.key === 'Escape' && box.open) {
    event.preventDefault()
    box.open = false
    draw(box)
  }
  if (event.key !== 'Enter' || !box.open) return
  // Options are still loading, and Enter must not submit the form without a choice.
  if (box.typed && box.state === 'loading') event.preventDefault()
  const item = box.items[Math.max(box.active, 0)]
  if (box.state !== 'ready' || !item) return
  event.preventDefault()
  choose(box, item)
}

/** Adds the event listeners. @returns the function that removes them */
function listen(box: Box): () => void {
  const { input, clear, back, list } = box
  const listening = new AbortController()
  const { signal } = listening
  const keepFocus = (event: Event) => event.preventDefault()
  input.addEventListener('input', () => type(box, input.value), { signal })
  input.addEventListener(
    'focus',
    () => {
      input.select()
      // Stay closed when an error moved the focus here: the list would cover the error message.
      if (!input.hasAttribute('aria-invalid')) openList(box)
    },
    { signal },
  )
  input.addEventListener('click', () => openList(box), { signal })
  input.addEventListener('blur', () => leave(box), { signal })
  input.addEventListener('keydown', (event) => press(box, event), { signal })
  list.addEventListener('mousedown', keepFocus, { signal })
  clear.addEventListener('mousedown', keepFocus, { signal })
  clear.addEventListener('click', () => type(box, ''), { signal })
  // Safari on a phone does not move the focus to a pressed button.
  back.addEventListener('click', () => input.blur(), { signal })
  return () => {
    // Makes a pending answer stale, so that it is ignored.
    box.asked += 1
    listening.abort()
  }
}

/** Returns the rendered value, or null if the person typed before this script ran. */
function initialOf(input: HTMLInputElement, around: HTMLElement): ComboItem | null {
  const id = around.querySelector<HTMLInputElement>('input[type="hidden"]')?.value
  return id && input.value === input.defaultValue ? { id, label: input.value } : null
}

/** Attaches the behaviour of a combobox. @throws when the input is not within a `ComboboxField` */
export function controlCombobox(
  input: HTMLInputElement,
  options: ComboboxOptions,
): ComboboxControl {
  const around = input.closest<HTMLElement>('.combobox') ?? document.body
  const value = initialOf(input, around)
  const box: Box = {
    input,
    clear: firstIn(around, '[data-clear]'),
    back: firstIn(around, '[data-back]'),
    list: firstIn(around, '[role="listbox"]'),
    status: firstIn(around, '[role="status"]'),
    options,
    value,
    typed: value ? null : input.value || null,
    open: false,
    active: -1,
    items: [],
    state: 'idle',
    asked: 0,
  }
  const stop = listen(box)
  if (document.activeElement === input) openList(box)
  return {
    input,
    value: () => box.value,
    set: (item) => choose(box, item),
    show: (item) => {
      if (item?.id !== box.value?.id) settleOn(box, item)
    },
    stop,
  }
}
