import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';

/** Something that the offline assistant can be asked about. */
@Entity('assistant_topic')
@Check('assistant_topic_kind_check', `kind IN ('specialty', 'pathology')`)
export class Topic {
  /** `specialty/` and the code of a specialty, or `pathology/` and the key of a pathology of the catalogue. */
  @PrimaryColumn('text')
  id!: string;

  @Column('text')
  kind!: 'specialty' | 'pathology';

  /** Of the specialty itself, or of the one that cares for the pathology. */
  @Index('assistant_topic_specialty_idx')
  @Column('text', { name: 'specialty_code' })
  specialtyCode!: string;
}

/** What is said about a topic in one language. */
@Entity('assistant_text')
export class TopicText {
  @PrimaryColumn('text', { name: 'topic_id' })
  topicId!: string;

  @ManyToOne(() => Topic)
  @JoinColumn({ name: 'topic_id', foreignKeyConstraintName: 'assistant_text_topic_fkey' })
  topic?: Topic;

  @PrimaryColumn('text')
  language!: string;

  @Column('text')
  name!: string;

  /** Null where the catalogue has no more than the name. */
  @Column('text', { nullable: true })
  about!: string | null;

  /** What helps with a pathology and when to see somebody. */
  @Column('text', { nullable: true })
  advice!: string | null;

  /** How a pathology is prevented, or that nobody knows how. */
  @Column('text', { nullable: true })
  prevention!: string | null;
}

/** A word or a few by which people mean a topic. */
@Entity('assistant_term')
@Index('assistant_term_lexemes_idx', { synchronize: false })
export class TopicTerm {
  @PrimaryColumn('text', { name: 'topic_id' })
  topicId!: string;

  @ManyToOne(() => Topic)
  @JoinColumn({ name: 'topic_id', foreignKeyConstraintName: 'assistant_term_topic_fkey' })
  topic?: Topic;

  @PrimaryColumn('text')
  language!: string;

  @PrimaryColumn('text')
  term!: string;

  /** From 1, a faint hint, to 5, the name. */
  @Column('real')
  weight!: number;

  /** Whether who says so has to be examined soon. */
  @Column('boolean')
  soon!: boolean;

  /** The term's words, stemmed as its language asks for. */
  @Column('tsvector')
  lexemes!: string;
}

/** A word of any term as it is written, to which a misspelt word is compared. */
@Entity('assistant_word')
@Index('assistant_word_trigrams_idx', { synchronize: false })
export class TopicWord {
  @PrimaryColumn('text')
  word!: string;
}
