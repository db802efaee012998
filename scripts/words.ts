/**
 * Finds words that a person reads and that don't go through the catalogue (contract/src/catalogue.ts), sentences that
 * aren't written whole, and values that a sentence lacks or doesn't have. What may be read is told by its place and its type.
 * All sentences together are what each language must have: language-files.ts holds the files against them.
 */
import { resolve } from 'node:path'
import { type MessageFormatElement, TYPE } from '@formatjs/icu-messageformat-parser'
import { IntlMessageFormat } from 'intl-messageformat'
import type {
  Expression,
  JsxOpeningElement,
  JsxSelfClosingElement,
  Node,
  NoSubstitutionTemplateLiteral,
  PropertyAssignment,
  SourceFile,
  StringLiteral,
} from 'typescript/unstable/ast'
import * as is from 'typescript/unstable/ast/is'
import { API, type Checker, type StringLiteralType, TypeFlags } from 'typescript/unstable/sync'

type JsxElementLike = JsxOpeningElement | JsxSelfClosingElement

const root = resolve(import.meta.dirname, '..')

/** Names that the catalogue's functions have, and what refuses with a sentence. */
const SAID_BY = /^(t|parts|msg|plain|Refusal|found)$/
/** Of the server, who runs it or its bank reads these: in a terminal, a log, the document of the calls, a bank's file. */
const FOR_OPERATORS =
  /^server\/src\/((anchors|backup|books|database|demo|figures|programs|push)\/|(desk\/bank-files|http\/(document.*|health|log|metrics)|results\/demo-source)\.ts)/
/** What these of the server hold is kept or sent as it is written: notes, the audit, names of files, what a secret is bound to. */
const KEPT =
  /^(account|actor|after|at|before|help|inAudit|issuer|JOINING|marketNameOf|name|note|REASON|reason|sealedFor)$/
/** The element whose `of` is a sentence, and whose other attributes are its values. */
const ELEMENT = 'Sentence'

/** No person reads what these are given, nor an attribute or a property of these names, though its type is any text. */
const NOT_READ =
  /^(Error|error|warn|URL|RegExp|matchMedia|useMediaQuery|includes|startsWith|endsWith|split|join|match|replace|replaceAll|padStart|get|set|has|append|getItem|setItem|removeItem|querySelector|querySelectorAll|closest|dispatchEvent|addEventListener|removeEventListener|setAttribute|setRequestHeader|getAttribute|getModifierState|setProperty|getPropertyValue|markContent|deepStrictEqual|derive|header|holdLease|write|DateTimeFormat|NumberFormat|createElement|CSS)$/
const TECHNICAL =
  /^(className|classNames|style|styles|vars|key|id|htmlFor|name|path|to|from|href|src|d|viewBox|transform|points|role|type|accept|autoComplete|rel|target|method|headers|data-.+|w|h|miw|maw|mih|mah|m[trblxy]?|p[trblxy]?|size|gap|color|c|bg|fz|fw|lh|ff|fontFamily|stroke|strokeDasharray|fill|dataKey|cursor|breakpoint|timeZone|aria-(controls|labelledby|describedby|live|current|haspopup|orientation|activedescendant|keyshortcuts))$/

/** Attributes that a person reads, of any element. */
const READ = /^(aria-label|aria-description|alt|label|placeholder|title)$/

export interface Words {
  /** As `file:line: why`. */
  readonly faults: readonly string[]
  /** Every sentence that is printed, and where one use of it is: `file:line`. */
  readonly sentences: ReadonlyMap<string, string>
}

/** `edited`: texts in place of those of the files, by their path from the root. */
export function findWords(edited: ReadonlyMap<string, string> = new Map()): Words {
  const texts = new Map([...edited].map(([path, text]) => [resolve(root, path), text]))
  const api = new API({ cwd: root, fs: { readFile: (path) => texts.get(path) } })
  const projects = ['tsconfig.json', 'panel/tsconfig.json'].map((path) => resolve(root, path))
  const found = projects.map((config) => wordsOfProject(api, config))
  api.close()
  return {
    faults: [...new Set(found.flatMap(({ faults }) => faults))],
    sentences: new Map(found.flatMap(({ sentences }) => [...sentences])),
  }
}

function wordsOfProject(api: API, config: string): Words {
  const project = api.updateSnapshot({ openProjects: [config] }).getProject(config)
  if (!project) throw new Error(`${config} opens no project`)
  const sentences = new Map<string, string>()
  const faults = project.rootFiles.flatMap((path) => {
    const file = project.program.getSourceFile(path)
    const name = path.slice(root.length + 1).replaceAll('\\', '/')
    if (
      !file ||
      !/^(core|contract|server|panel)\/src\//.test(name) ||
      /\.test\.tsx?$|^contract\/src\/languages/.test(name)
    )
      return []
    const isRead = /^(panel|server)\//.test(name) && !FOR_OPERATORS.test(name)
    const place = (node: Node) => `${name}:${file.text.slice(0, node.getStart(file)).split('\n').length}`
    for (const node of sentencesOf(file, /^(core|contract)/.test(name) ? project.checker : null))
      sentences.set(node.text, place(node))
    return faultsOf(file, isRead ? project.checker : null).map(({ node, why }) => `${place(node)}: ${why}`)
  })
  return { faults, sentences }
}

type Written = StringLiteral | NoSubstitutionTemplateLiteral

/**
 * What a file prints: what goes through the catalogue, what refuses, the heads of files. In core and contract, whose
 * words are printed by others, with a checker, also every other text that looks like words.
 */
function sentencesOf(file: SourceFile, checker: Checker | null): Written[] {
  const found: Written[] = []
  const add = (node: Node | undefined) =>
    found.push(...(node ? choicesOf(node) : []).filter((each): each is Written => isWhole(each)))
  const visit = (node: Node): void => {
    // Pieces are put together for the document of the calls only.
    if (checker && is.isBinaryExpression(node) && node.operatorToken.getText() === '+') return
    if (checker && is.isVariableDeclaration(node) && node.name.getText(file) === 'description') return
    if (is.isCallExpression(node)) {
      const name = nameOf(node.expression)
      if (name === 'found') add(node.arguments[1])
      else if (SAID_BY.test(name)) add(node.arguments[0])
      else if (name === 'refuse') add(node.arguments[2])
      if (/^(describe|meta|named|assert)$/.test(name)) {
        for (const each of [node.expression, ...node.arguments]) if (!isWhole(each)) visit(each)
        return
      }
    } else if (is.isNewExpression(node)) {
      if (nameOf(node.expression) === 'Refusal') add(node.arguments?.[1])
    } else if (is.isArrayLiteralExpression(node) && isHead(node.elements)) add(node.elements[0])
    else if (isElement(node)) add(ofOf(node))
    else if (is.isPropertyAssignment(node)) {
      const name = node.name.getText(file)
      if (checker && name === 'description') return
      if (checker && /^(label|sentence|failed)$/.test(name)) add(node.initializer)
    } else if (checker && isWhole(node) && mayBeRead(node, checker)) add(node)
    node.forEachChild(visit)
  }
  visit(file)
  return found.filter(({ text }) => text !== '')
}

/** The title of a column of a file, and what is in its cells. */
const isHead = ([title, cell]: readonly Node[]): boolean =>
  title !== undefined && isWhole(title) && cell !== undefined && is.isArrowFunction(cell)

interface Fault {
  readonly node: Node
  readonly why: string
}

/** With a checker, also of all other text that may be read. */
function faultsOf(file: SourceFile, checker: Checker | null): Fault[] {
  const faults: Fault[] = []
  const visit = (node: Node): void => {
    if (checker && isSent(node)) {
      const why = `${node.getText(file)} is sent or kept in the language of one reader: decision 59`
      faults.push({ node, why })
    }
    if (is.isCallExpression(node) && /^(t|parts)$/.test(nameOf(node.expression)))
      faults.push(...faultsOfSentence(node.arguments[0], node.arguments[1]))
    else if (is.isNewExpression(node) && nameOf(node.expression) === 'Refusal')
      faults.push(...faultsOfRefusal(node.arguments ?? []))
    else if (isElement(node)) faults.push(...faultsOfElement(node))
    else if (checker && mayBeRead(node, checker)) {
      const words = node.getText(file).trim().replaceAll(/\s+/g, ' ')
      faults.push({ node, why: `${words} is said without the catalogue: t('…'), <Sentence of="…" />` })
    }
    if (checker && isWordOfCode(node, checker)) {
      const why = `${node.getText(file)} is a word of the code, drawn without the catalogue: t(…)`
      faults.push({ node, why })
    }
    if (checker && isFact(node)) {
      const why = `${node.name.getText(file)} names a fact without the catalogue: [t('…')]`
      faults.push({ node, why })
    }
    node.forEachChild(visit)
  }
  visit(file)
  return faults
}

/** `t`, `useUpload` and `Intl.DateTimeFormat` are t, useUpload and DateTimeFormat. */
function nameOf(callee: Node): string {
  if (is.isIdentifier(callee)) return callee.text
  return is.isPropertyAccessExpression(callee) ? callee.name.text : ''
}

/** All that an expression may be: both of a choice. */
function choicesOf(expression: Node): readonly Node[] {
  if (is.isParenthesizedExpression(expression)) return choicesOf(expression.expression)
  if (is.isConditionalExpression(expression))
    return [expression.whenTrue, expression.whenFalse].flatMap(choicesOf)
  if (is.isBinaryExpression(expression) && /^(\?\?|\|\||&&)$/.test(expression.operatorToken.getText()))
    return [expression.left, expression.right].flatMap(choicesOf)
  return [expression]
}

const isWhole = (node: Node): node is Written =>
  is.isStringLiteral(node) || is.isNoSubstitutionTemplateLiteral(node)

/** The sentence is written out, or was declared elsewhere; it can be read, and its values are those that are given. */
function faultsOfSentence(sentence: Node | undefined, values: Node | undefined): Fault[] {
  if (!sentence) return []
  return choicesOf(sentence).flatMap((node) => {
    if (is.isTemplateExpression(node) || is.isBinaryExpression(node))
      return [{ node, why: 'a sentence is written whole, its values by their names: {name}' }]
    if (!isWhole(node)) return []
    if (node.text !== node.text.trim()) return [{ node, why: `'${node.text}' is a piece of a sentence` }]
    if (values && !is.isObjectLiteralExpression(values)) return []
    const names = values?.properties.map(nameIn) ?? []
    // What is spread may bring any.
    return names.every((name) => name !== undefined) ? faultsOfValues(node, node.text, names) : []
  })
}

/** A spread has none. */
const nameIn = (property: Node): string | undefined => (property as { readonly name?: Node }).name?.getText()

/** A sentence that is an element, as its `of` is written. */
function ofOf(element: JsxElementLike): Node | undefined {
  const of = element.attributes.properties.find(
    (attribute) => is.isJsxAttribute(attribute) && attribute.name.getText() === 'of',
  )
  const written = of && is.isJsxAttribute(of) ? of.initializer : undefined
  return written && is.isJsxExpression(written) ? written.expression : written
}

function faultsOfElement(element: JsxElementLike): Fault[] {
  const attributes = element.attributes.properties
  const sentence = ofOf(element)
  if (!sentence || !is.isStringLiteral(sentence)) return []
  const names = attributes.map((attribute) => nameIn(attribute) ?? '').filter((name) => name !== 'of')
  return names.includes('') ? [] : faultsOfValues(sentence, sentence.text, names)
}

function faultsOfValues(node: Node, sentence: string, given: readonly string[]): Fault[] {
  let wanted: ReadonlySet<string>
  try {
    wanted = new Set(namesIn(new IntlMessageFormat(sentence, 'en-IN').getAst()))
  } catch (error) {
    return [{ node, why: `'${sentence}' can't be read: ${(error as Error).message}` }]
  }
  const lacking = [...wanted].filter((name) => !given.includes(name))
  const excess = given.filter((name) => !wanted.has(name))
  return [
    ...lacking.map((name) => ({ node, why: `'${sentence}' lacks its {${name}}` })),
    ...excess.map((name) => ({ node, why: `'${sentence}' has no {${name}}` })),
  ]
}

export function namesIn(elements: readonly MessageFormatElement[]): string[] {
  return elements.flatMap((element) => {
    if (element.type === TYPE.literal || element.type === TYPE.pound) return []
    if (element.type === TYPE.tag) return [element.value, ...namesIn(element.children)]
    if (element.type !== TYPE.plural && element.type !== TYPE.select) return [element.value]
    return [element.value, ...Object.values(element.options).flatMap(({ value }) => namesIn(value))]
  })
}

/** A refusal without values prints its sentence as it is. */
function faultsOfRefusal([, sentence, about]: readonly Expression[]): Fault[] {
  const values =
    about && is.isObjectLiteralExpression(about)
      ? about.properties.find((property) => nameIn(property) === 'values')
      : undefined
  return faultsOfSentence(sentence, values && is.isPropertyAssignment(values) ? values.initializer : values)
}

/** Whether a person may come to read this text: by where it is, by its type, and by what it looks like. */
function mayBeRead(node: Node, checker: Checker): boolean {
  if (is.isJsxText(node)) return /[A-Za-z]/.test(node.text) && !isCode(node.parent)
  if (!isWhole(node) && !is.isTemplateExpression(node)) return false
  const text = isWhole(node)
    ? node.text
    : [node.head, ...node.templateSpans.map(({ literal }) => literal)].map((part) => part.text).join('0')
  if (!/[A-Za-z]{2}/.test(text) || /^(Munim$|mu-)/.test(text) || isTechnical(node) || isKept(node))
    return false
  const type = checker.getContextualType(node as Expression)
  const types = type?.isUnionType() ? type.getTypes() : type ? [type] : []
  if (
    types.length > 0 &&
    !types.some(({ flags }) => flags & (TypeFlags.Any | TypeFlags.Unknown | TypeFlags.String))
  )
    return false
  // What React draws is text, a number or an element.
  const isDrawn =
    types.some(({ flags }) => flags & TypeFlags.Object) && types.some(({ flags }) => flags & TypeFlags.Number)
  return (
    isDrawn ||
    looksLikeWords(text) ||
    (isOfPanel(node) && (isPiece(node) || (isWhole(node) && isWordOf(node))))
  )
}

/** What other text is put before, after or around: ' minimum', `${sent} of ${size}`. */
function isPiece(node: Node): boolean {
  if (isWhole(node)) return /^ \p{L}{2,}$/u.test(node.text)
  return (
    is.isTemplateExpression(node) &&
    node.templateSpans.some(({ literal: { text } }) => /^ (?:\p{L} )?\p{Ll}{2,}(?: |$)/u.test(text))
  )
}

/** One of the words that a function answers whose name ends in `inWords`. */
function isWordOf(node: Node): boolean {
  let at = node.parent
  while (is.isParenthesizedExpression(at) || is.isConditionalExpression(at)) at = at.parent
  if (!is.isReturnStatement(at) && !is.isArrowFunction(at)) return false
  while (!is.isFunctionDeclaration(at) && !is.isVariableDeclaration(at)) {
    if (is.isSourceFile(at)) return false
    at = at.parent
  }
  return /inWords$/i.test(at.name?.getText() ?? '')
}

/** A word of the reader's language in the body of a call, or in what the browser keeps. */
function isSent(node: Node): boolean {
  if (!is.isCallExpression(node) || !/^(t|plain|say)$/.test(nameOf(node.expression))) return false
  let at = node.parent
  while (is.isPropertyAssignment(at) || is.isObjectLiteralExpression(at) || is.isConditionalExpression(at))
    at = at.parent
  return is.isCallExpression(at) && /^(run|setItem)$/.test(nameOf(at.expression))
}

/** What is drawn between tags or in a label is one of a few words that the code knows, such as a status. */
function isWordOfCode(node: Node, checker: Checker): boolean {
  if (!is.isJsxExpression(node) || !node.expression || isWhole(node.expression)) return false
  const { parent } = node
  if (is.isJsxAttribute(parent) && !READ.test(parent.name.getText())) return false
  // A key as it is written, and what is in a language of its own.
  if (is.isJsxElement(parent) && (isCode(parent) || hasLang(parent.openingElement))) return false
  const type = checker.getTypeAtLocation(node.expression)
  const types = type?.isUnionType() ? type.getTypes() : type ? [type] : []
  const words = types.filter(({ flags }) => flags & TypeFlags.StringLiteral)
  return words.some((word) => /[a-z]{2}/.test((word as StringLiteralType).value))
}

/** A fact is named by its key, which is written as it is drawn. */
function isFact(node: Node): node is PropertyAssignment {
  if (!is.isPropertyAssignment(node) || is.isComputedPropertyName(node.name)) return false
  let { parent } = node.parent
  while (is.isParenthesizedExpression(parent) || is.isConditionalExpression(parent)) parent = parent.parent
  return is.isPropertyAssignment(parent) && parent.name.getText() === 'facts'
}

/** A capital and small letters, or two words. */
const looksLikeWords = (text: string): boolean =>
  (/^\P{L}*\p{Lu}[\p{Ll}’']/u.test(text) || /\p{L}{2},? \p{L}{2}/u.test(text)) &&
  !/^[/#.]|^\w+[/_]\w|^\d+px|var\(|rgba?\(|=|:[^;]*;/.test(text)

/** Of the server. */
function isKept(node: Node): boolean {
  if (!/\/server\/src\//.test(node.getSourceFile().fileName)) return false
  for (let at = node.parent; !is.isSourceFile(at); at = at.parent) {
    const isNamed =
      is.isPropertyAssignment(at) || is.isVariableDeclaration(at) || is.isFunctionDeclaration(at)
    if (isNamed && KEPT.test(nameIn(at) ?? '')) return true
  }
  return false
}

const hasLang = (element: JsxElementLike) =>
  element.attributes.properties.some((attribute) => nameIn(attribute) === 'lang')

const isOfPanel = (node: Node) => /\/panel\/src\//.test(node.getSourceFile().fileName)

/** What a thing is called; the `name` of an element is what its form calls it. */
const isNameOfPanel = (node: Node) =>
  is.isPropertyAssignment(node) && node.name.getText() === 'name' && isOfPanel(node)

const isCode = (node: Node) => is.isJsxElement(node) && node.openingElement.tagName.getText() === 'code'

/** Whether what has this text is not shown: an import, a type, a key, a comparison, a class, a style. */
function isTechnical(node: Node): boolean {
  const { parent } = node
  if (
    is.isParenthesizedExpression(parent) ||
    is.isConditionalExpression(parent) ||
    is.isJsxExpression(parent)
  )
    return isTechnical(parent)
  if (is.isBinaryExpression(parent))
    return /^[!=]==$/.test(parent.operatorToken.getText()) || isTechnical(parent)
  if (is.isCallExpression(parent) || is.isNewExpression(parent)) {
    const name = nameOf(parent.expression)
    return SAID_BY.test(name) || NOT_READ.test(name)
  }
  if (is.isJsxAttribute(parent) || is.isPropertyAssignment(parent) || is.isPropertyDeclaration(parent))
    return (
      node === parent.name ||
      (TECHNICAL.test(parent.name.getText()) && !isNameOfPanel(parent)) ||
      (is.isJsxAttribute(parent) && isElement(parent.parent.parent))
    )
  return (
    is.isImportDeclaration(parent) ||
    is.isExportDeclaration(parent) ||
    is.isLiteralTypeNode(parent) ||
    is.isElementAccessExpression(parent) ||
    is.isCaseClause(parent) ||
    is.isTaggedTemplateExpression(parent)
  )
}

function isElement(node: Node): node is JsxElementLike {
  return (
    (is.isJsxSelfClosingElement(node) || is.isJsxOpeningElement(node)) && node.tagName.getText() === ELEMENT
  )
}
