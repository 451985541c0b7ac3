import type PDFDocument from 'pdfkit';

/** Kinds of parts of a document (ISO 32000-1, 14.8.4). */
export type Tag = 'Sect' | 'H1' | 'H2' | 'P' | 'Table' | 'TR' | 'TH' | 'TD' | 'Figure' | 'Link';

interface OpenPart {
  readonly tag: Tag | 'Document';
  readonly part: PDFKit.PDFStructureElement;
}

/**
 * The structure of a PDF, by which screen readers distinguish headings from cells and read in the order of the paper
 * (tagged PDF, ISO 32000-1, 14.8). Everything that is drawn is either content of an open part, or an artifact: rules,
 * frames, page footers, repeated table heads.
 */
class Tags {
  private readonly open: OpenPart[];
  /** Depth of artifacts: nothing inside an artifact is a part. */
  private artifacts = 0;

  constructor(private readonly pdf: Pdf) {
    const root = pdf.struct('Document');
    pdf.addStructure(root);
    this.open = [{ tag: 'Document', part: root }];
  }

  /** Draws a part of the document. `alt` is the text alternative of a picture. */
  within(tag: Tag, draw: () => void, alt?: string): void {
    if (this.artifacts > 0) {
      draw();
      return;
    }
    const part = this.pdf.struct(tag, optionsOf(tag, alt));
    this.current.part.add(part);
    this.open.push({ tag, part });
    draw();
    this.open.pop();
  }

  /** Draws content of the open part. */
  content(draw: () => void): void {
    if (this.artifacts > 0) {
      draw();
      return;
    }
    const { tag, part } = this.current;
    if (tag === 'Document' || tag === 'Sect') {
      // Grouping parts contain no text themselves (14.8.4.2).
      this.within('P', () => this.content(draw));
      return;
    }
    const content = this.pdf.markStructureContent('Span');
    draw();
    this.pdf.endMarkedContent();
    part.add(content);
  }

  /** Draws something that is not part of the document. */
  artifact(draw: () => void): void {
    if (this.artifacts === 0) this.pdf.markContent('Artifact', { type: 'Layout' });
    this.artifacts += 1;
    draw();
    this.artifacts -= 1;
    if (this.artifacts === 0) this.pdf.endMarkedContent();
  }

  /** A hyperlink area of the page, as a child of the open part. `words` describe the target (ISO 14289-1, 7.18.5). */
  link(x: number, y: number, width: number, height: number, url: string, words: string): void {
    const options = {
      structParent: this.current.part,
      // pdfkit writes a string as a name, and a String as a text.
      Contents: Object(words) as string,
    };
    this.pdf.link(x, y, width, height, url, options);
  }

  /** Opens a part that contains everything drawn until {@link close}. */
  begin(tag: Tag): void {
    const part = this.pdf.struct(tag);
    this.current.part.add(part);
    this.open.push({ tag, part });
  }

  close(): void {
    this.open.pop();
  }

  private get current(): OpenPart {
    const part = this.open.at(-1);
    if (part === undefined) throw new Error('the document is always open');
    return part;
  }
}

/** Marks the head of a column as such, so that a screen reader names it with each cell (ISO 32000-1, 14.8.5.7). */
function optionsOf(
  tag: Tag,
  alt: string | undefined,
): PDFKit.Mixins.StructureElementOptions & { readonly scope?: 'Column' } {
  return { ...(alt !== undefined && { alt }), ...(tag === 'TH' && { scope: 'Column' }) };
}

const known = new WeakMap<Pdf, Tags>();

/** The structure of this document, created with the first call. */
export function tagsOf(pdf: Pdf): Tags {
  const tags = known.get(pdf) ?? new Tags(pdf);
  known.set(pdf, tags);
  return tags;
}

/** A pdfkit document; all measures in pt, from the upper left corner. */
export type Pdf = InstanceType<typeof PDFDocument>;
